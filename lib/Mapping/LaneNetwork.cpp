//===- LaneNetwork.cpp - Lane maps of many registers ----------------------===//
//
// Sources are merged two by two, as the leaves of a binary tree. A node of the
// tree stands for the sources below it; its bundles are registers that hold all
// lanes that some of the results take from these sources. A node's bundles are
// made of one bundle of each child, so that each is one shuffle; they hold as
// many results as fit. The root's bundles are the results.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Mapping/LaneNetwork.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace pirch;

namespace {

/// A lane of a source.
using Element = std::pair<int32_t, int32_t>;

/// A register that holds the elements that `results` take from a node's
/// sources.
struct Bundle {
  int32_t reg = -1;
  llvm::SmallVector<int32_t> results;
  /// The lane of the register in which each element lies.
  llvm::MapVector<Element, int32_t> lanes;
};
using Node = std::vector<Bundle>;

class Planner {
public:
  Planner(llvm::ArrayRef<ChunkOrigins> results, int32_t numSources,
          int64_t lanes, LanePlacement placement, int64_t blockLanes)
      : results(results), numSources(numSources), numLanes(lanes),
        placement(placement), blockLanes(blockLanes) {}

  LaneNetwork run() {
    network.results.assign(results.size(), -1);
    for (const Component &component : findComponents())
      connect(component);
    return std::move(network);
  }

private:
  /// Results and sources that have nothing to do with others. They are done one
  /// after the other, so that few registers are in use at a time.
  struct Component {
    llvm::SmallVector<int32_t> sources, results;
  };

  std::vector<Component> findComponents() const {
    llvm::EquivalenceClasses<int32_t> classes;
    for (const ChunkOrigins &origins : results)
      for (int32_t source : sourceChunks(origins))
        classes.unionSets(sourceChunks(origins).front(), source);
    llvm::MapVector<int32_t, Component> components;
    for (auto [index, origins] : llvm::enumerate(results)) {
      llvm::SmallVector<int32_t> sources = sourceChunks(origins);
      if (sources.empty())
        continue;
      Component &component = components[classes.getLeaderValue(sources[0])];
      component.results.push_back(index);
      for (int32_t source : sources)
        if (!llvm::is_contained(component.sources, source))
          component.sources.push_back(source);
    }
    std::vector<Component> list;
    for (auto &[leader, component] : components) {
      llvm::sort(component.sources);
      list.push_back(std::move(component));
    }
    return list;
  }

  /// Whether result `i` of a component has lane `i` of each of its sources, in
  /// order.
  bool isTransposition(const Component &component) const {
    if (blockLanes < 1 || numLanes % blockLanes ||
        !llvm::isPowerOf2_64(numLanes) || !llvm::isPowerOf2_64(blockLanes) ||
        static_cast<int64_t>(component.sources.size()) != numLanes ||
        static_cast<int64_t>(component.results.size()) != numLanes)
      return false;
    for (auto [index, result] : llvm::enumerate(component.results))
      for (auto [source, origin] :
           llvm::zip_equal(component.sources, results[result]))
        if (origin.chunk != source ||
            origin.lane != static_cast<int32_t>(index))
          return false;
    return true;
  }

  /// The lanes that the lower or the upper of two shuffles takes in the round
  /// of a transposition that pairs registers `distance` apart: granules of
  /// `distance` lanes, by turns of the first and of the second register, from
  /// the lower or the upper half of each block; or, from the size of a block
  /// on, every other block of the first register and then of the second.
  llvm::SmallVector<int32_t, 16> interleave(int64_t distance,
                                            bool isUpper) const {
    llvm::SmallVector<int32_t, 16> lanes;
    if (distance < blockLanes) {
      for (int64_t block = 0; block < numLanes; block += blockLanes)
        for (int64_t at = 0; at < blockLanes; ++at) {
          int64_t granule = at / distance;
          int64_t from = block + (isUpper ? blockLanes / 2 : 0) +
                         granule / 2 * distance + at % distance;
          lanes.push_back(granule % 2 ? numLanes + from : from);
        }
      return lanes;
    }
    for (int64_t from = 0; from < 2 * numLanes; ++from)
      if ((from / blockLanes) % 2 == (isUpper ? 1 : 0))
        lanes.push_back(from);
    return lanes;
  }

  void transpose(const Component &component) {
    llvm::SmallVector<int32_t> registers(component.sources);
    for (int64_t distance = 1; distance < numLanes; distance *= 2)
      for (int64_t row = 0; row < numLanes; ++row) {
        if (row & distance)
          continue;
        int32_t first = registers[row], second = registers[row + distance];
        registers[row] =
            addStep({first, second, interleave(distance, /*isUpper=*/false)});
        registers[row + distance] =
            addStep({first, second, interleave(distance, /*isUpper=*/true)});
      }
    // Each round has decided one bit of the column that a register holds: the
    // rounds within a block from the upper bit of the block's columns down, the
    // others from the lowest bit of the block's number up.
    for (int64_t row = 0; row < numLanes; ++row) {
      int64_t column = 0, bit = blockLanes / 2;
      for (int64_t distance = 1; distance < numLanes; distance *= 2) {
        if (distance == blockLanes)
          bit = blockLanes;
        if (row & distance)
          column += bit;
        bit = distance < blockLanes ? bit / 2 : bit * 2;
      }
      network.results[component.results[column]] = registers[row];
    }
  }

  void connect(const Component &component) {
    if (isTransposition(component))
      return transpose(component);
    std::vector<Node> level;
    for (int32_t source : component.sources)
      level.push_back(makeLeaf(source));
    while (level.size() > 2) {
      std::vector<Node> next;
      for (size_t at = 0; at < level.size(); at += 2)
        next.push_back(at + 1 < level.size() ? merge(level[at], level[at + 1])
                                             : std::move(level[at]));
      level = std::move(next);
    }
    level.resize(2);
    for (int32_t result : component.results)
      network.results[result] = finish(result, level[0], level[1]);
  }

  Node makeLeaf(int32_t source) const {
    Bundle bundle;
    bundle.reg = source;
    for (auto [index, origins] : llvm::enumerate(results)) {
      bool any = false;
      for (const ChunkLane &origin : origins)
        if (origin.chunk == source) {
          bundle.lanes.insert({{source, origin.lane}, origin.lane});
          any = true;
        }
      if (any)
        bundle.results.push_back(index);
    }
    return {std::move(bundle)};
  }

  /// The elements of `bundle` that `wanted` take, with their lanes.
  void addElements(const Bundle *bundle, llvm::ArrayRef<int32_t> wanted,
                   llvm::MapVector<Element, int32_t> &elements) const {
    if (!bundle)
      return;
    for (int32_t result : wanted)
      for (const ChunkLane &origin : results[result])
        if (auto found = bundle->lanes.find({origin.chunk, origin.lane});
            origin.isRead() && found != bundle->lanes.end())
          elements.insert(*found);
  }

  int64_t countElements(const Bundle *a, const Bundle *b,
                        llvm::ArrayRef<int32_t> wanted) const {
    llvm::MapVector<Element, int32_t> elements;
    addElements(a, wanted, elements);
    addElements(b, wanted, elements);
    return elements.size();
  }

  Node merge(const Node &a, const Node &b) {
    Node node;
    auto add = [&](const Bundle *first, const Bundle *second,
                   llvm::ArrayRef<int32_t> wanted) {
      if (!wanted.empty())
        addBundles(first, second, wanted, node);
    };
    auto isIn = [](const Node &other, int32_t result) {
      return llvm::any_of(other, [&](const Bundle &bundle) {
        return llvm::is_contained(bundle.results, result);
      });
    };
    for (const Bundle &first : a) {
      for (const Bundle &second : b) {
        llvm::SmallVector<int32_t> both;
        llvm::copy_if(first.results, std::back_inserter(both),
                      [&](int32_t result) {
                        return llvm::is_contained(second.results, result);
                      });
        add(&first, &second, both);
      }
      llvm::SmallVector<int32_t> alone;
      llvm::copy_if(first.results, std::back_inserter(alone),
                    [&](int32_t result) { return !isIn(b, result); });
      add(&first, nullptr, alone);
    }
    for (const Bundle &second : b) {
      llvm::SmallVector<int32_t> alone;
      llvm::copy_if(second.results, std::back_inserter(alone),
                    [&](int32_t result) { return !isIn(a, result); });
      add(&second, nullptr, alone);
    }
    return node;
  }

  /// Add bundles for `wanted` to `node`, in as few equal parts as fit.
  void addBundles(const Bundle *a, const Bundle *b,
                  llvm::ArrayRef<int32_t> wanted, Node &node) {
    for (size_t parts = 1; parts <= wanted.size(); ++parts) {
      std::vector<llvm::ArrayRef<int32_t>> split;
      for (size_t part = 0, begin = 0; part < parts; ++part) {
        size_t end = wanted.size() * (part + 1) / parts;
        split.push_back(wanted.slice(begin, end - begin));
        begin = end;
      }
      if (llvm::any_of(split, [&](llvm::ArrayRef<int32_t> part) {
            return countElements(a, b, part) > numLanes;
          }))
        continue;
      for (llvm::ArrayRef<int32_t> part : split)
        node.push_back(makeBundle(a, b, part));
      return;
    }
  }

  Bundle makeBundle(const Bundle *a, const Bundle *b,
                    llvm::ArrayRef<int32_t> wanted) {
    Bundle bundle;
    bundle.results.assign(wanted.begin(), wanted.end());
    if (!b) {
      bundle.reg = a->reg;
      addElements(a, wanted, bundle.lanes);
      return bundle;
    }
    llvm::MapVector<Element, int32_t> before;
    addElements(a, wanted, before);
    size_t numFirst = before.size();
    addElements(b, wanted, before);
    placeElements(wanted, before, bundle.lanes);
    NetworkStep step{a->reg, b->reg, {}};
    step.lanes.assign(numLanes, -1);
    for (auto [index, entry] : llvm::enumerate(before))
      step.lanes[bundle.lanes[entry.first]] =
          entry.second + (index < numFirst ? 0 : numLanes);
    bundle.reg = addStep(std::move(step));
    return bundle;
  }

  /// Choose a lane for each element in `before`, which has their lanes until
  /// now.
  void placeElements(llvm::ArrayRef<int32_t> wanted,
                     const llvm::MapVector<Element, int32_t> &before,
                     llvm::MapVector<Element, int32_t> &after) const {
    llvm::MapVector<Element, int32_t> preferred = before;
    if (placement == LanePlacement::asInResult)
      for (int32_t result : llvm::reverse(wanted))
        for (auto [lane, origin] : llvm::enumerate(results[result]))
          if (auto found = preferred.find({origin.chunk, origin.lane});
              origin.isRead() && found != preferred.end())
            found->second = lane;
    llvm::BitVector taken(numLanes);
    llvm::SmallVector<Element> homeless;
    for (const auto &[element, lane] : preferred) {
      if (taken.test(lane)) {
        homeless.push_back(element);
        continue;
      }
      taken.set(lane);
      after[element] = lane;
    }
    for (const Element &element : homeless) {
      int lane = taken.find_first_unset();
      taken.set(lane);
      after[element] = lane;
    }
  }

  /// The register that holds `result`, made of a bundle of each node.
  int32_t finish(int32_t result, const Node &a, const Node &b) {
    auto bundleOf = [&](const Node &node) -> const Bundle * {
      for (const Bundle &bundle : node)
        if (llvm::is_contained(bundle.results, result))
          return &bundle;
      return nullptr;
    };
    const Bundle *first = bundleOf(a), *second = bundleOf(b);
    if (!first)
      std::swap(first, second);
    if (!first)
      return -1;
    NetworkStep step{first->reg, second ? second->reg : first->reg, {}};
    bool isThere = !second;
    for (auto [lane, origin] : llvm::enumerate(results[result])) {
      int32_t from = -1;
      if (origin.isRead()) {
        Element element{origin.chunk, origin.lane};
        if (auto found = first->lanes.find(element);
            found != first->lanes.end())
          from = found->second;
        else
          from = numLanes + second->lanes.find(element)->second;
        isThere &= from == static_cast<int64_t>(lane);
      }
      step.lanes.push_back(from);
    }
    return isThere ? first->reg : addStep(std::move(step));
  }

  int32_t addStep(NetworkStep step) {
    network.steps.push_back(std::move(step));
    return numSources + network.steps.size() - 1;
  }

  llvm::ArrayRef<ChunkOrigins> results;
  int32_t numSources;
  int64_t numLanes;
  LanePlacement placement;
  int64_t blockLanes;
  LaneNetwork network;
};

} // namespace

/// Each result made by itself: its first two sources meet in one shuffle, each
/// further source joins in another.
static LaneNetwork planAlone(llvm::ArrayRef<ChunkOrigins> results,
                             int32_t numSources, int64_t lanes) {
  LaneNetwork network;
  for (const ChunkOrigins &origins : results) {
    llvm::SmallVector<int32_t> sources = sourceChunks(origins);
    int32_t reg = sources.empty() ? -1 : sources.front();
    bool isThere = sources.size() == 1;
    for (auto [lane, origin] : llvm::enumerate(origins))
      isThere &= !origin.isRead() || origin.lane == static_cast<int64_t>(lane);
    for (size_t next = 1; !isThere && next <= sources.size(); ++next) {
      if (next == sources.size() && next > 1)
        break;
      NetworkStep step{reg, next < sources.size() ? sources[next] : reg, {}};
      for (auto [lane, origin] : llvm::enumerate(origins)) {
        int64_t known = llvm::find(sources, origin.chunk) - sources.begin();
        step.lanes.push_back(
            !origin.isRead() || known > static_cast<int64_t>(next) ? -1
            : known == static_cast<int64_t>(next) ? lanes + origin.lane
            : next == 1                           ? origin.lane
                                                  : lane);
      }
      network.steps.push_back(std::move(step));
      reg = numSources + network.steps.size() - 1;
    }
    network.results.push_back(reg);
  }
  return network;
}

LaneNetwork pirch::planNetwork(llvm::ArrayRef<ChunkOrigins> results,
                               int32_t numSources, int64_t lanes,
                               LanePlacement placement, int64_t blockLanes) {
  LaneNetwork shared =
      Planner(results, numSources, lanes, placement, blockLanes).run();
  LaneNetwork alone = planAlone(results, numSources, lanes);
  return shared.steps.size() <= alone.steps.size() ? shared : alone;
}
