/**
 * The native ceiling: simdjson's on-demand reader, from the bytes of a page of bars to eight vectors of doubles.
 *
 * `columns PAGE OUTPUT REPETITIONS` prints the milliseconds of each repetition as a JSON array, and writes the columns of the last one, one after the other, as
 * doubles to OUTPUT. It fails where a bar lacks a field. Loading the page is not timed.
 */
#include <simdjson.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

using namespace simdjson;

constexpr std::array KEYS{"v", "vw", "o", "c", "h", "l", "t", "n"};
using Columns = std::array<std::vector<double>, KEYS.size()>;

/** Asks for the keys in the order in which they are sent, which is the reader's fastest way. */
static Columns decode(ondemand::parser &parser, const padded_string &page) {
  Columns columns;
  auto document = parser.iterate(page);
  for (ondemand::object row : document["results"].get_array())
    for (size_t k = 0; k < KEYS.size(); k++) columns[k].push_back(row.find_field(KEYS[k]).get_double());
  return columns;
}

int main(int, char **arguments) {
  const padded_string page = padded_string::load(arguments[1]);
  ondemand::parser parser;
  Columns columns;
  for (int i = 0; i < std::atoi(arguments[3]); i++) {
    columns = {};
    const auto start = std::chrono::steady_clock::now();
    columns = decode(parser, page);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    std::printf("%s%f", i == 0 ? "[" : ",", time.count());
  }
  std::printf("]\n");
  std::ofstream output(arguments[2], std::ios::binary);
  for (const auto &column : columns)
    output.write(reinterpret_cast<const char *>(column.data()), column.size() * sizeof(double));
}
