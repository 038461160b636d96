// Whether the host can state where tarballs come from: npm signs such a statement with the identity
// that a build of the host has.

/** The host that can, or why there is none. */
export const provenance = (env) =>
  env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined
    ? { host: "GitHub Actions" }
    : env.GITLAB_CI !== undefined && env.SIGSTORE_ID_TOKEN !== undefined
      ? { host: "GitLab CI" }
      : { reason: "this machine has no identity to sign with: a release from a forge's workflow has" }
