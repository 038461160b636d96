import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Layer from "effect/Layer"

/** Files and paths of Node. */
export const layer = Layer.merge(NodeFileSystem.layer, NodePath.layer)
