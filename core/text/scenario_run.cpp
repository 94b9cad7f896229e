#include "core/text/scenario_run.hpp"

#include <algorithm>

namespace mountscope {

namespace {

constexpr std::uint32_t kFnvStart = 2166136261u;

std::uint32_t fnv1a(std::uint32_t hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

std::string hex8(std::uint32_t value) {
    std::string text(8, '0');
    for (std::size_t i = 8; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
    return text;
}

template <class Number>
std::string number_list(const std::vector<Number>& numbers) {
    std::string text = "[";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i != 0) text += ',';
        text += std::to_string(numbers[i]);
    }
    return text + "]";
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20) {
            out += "\\u00";
            out += "0123456789abcdef"[byte >> 4];
            out += "0123456789abcdef"[byte & 15];
        } else {
            out += c;
        }
    }
    return out + "\"";
}

ScenarioRun::ScenarioRun(const Scenario& scenario, const KernelProfile& kernel, ScenarioRunOptions options)
    : scenario_(scenario), kernel_(kernel), options_(options), world_(World::boot(options.machine)) {
    const ScenarioSettings& own = scenario.settings;
    if (own.states) {
        options_.states = *own.states == "each"   ? StatesPrinted::kEach
                          : *own.states == "hash" ? StatesPrinted::kHash
                          : *own.states == "end"  ? StatesPrinted::kEnd
                                                  : StatesPrinted::kNone;
    }
    if (own.order) options_.order = *own.order;
    if (own.max_print) options_.max_print = *own.max_print;
    run_options_.initial_directories = own.initial_directories;
}

void ScenarioRun::number_new_mounts() {
    std::vector<std::uint32_t> fresh;
    for (const MountTable& table : snapshot_.state.tables) {
        for (const TableRow& row : table.rows) {
            const std::uint32_t id = world_[row.mount].unique_id;
            if (id >= serials_.size()) serials_.resize(id + 1, 0);
            if (serials_[id] == 0) fresh.push_back(id);
        }
    }
    std::sort(fresh.begin(), fresh.end());
    for (const std::uint32_t id : fresh) serials_[id] = ++next_serial_;
    for (const MountTable& table : snapshot_.state.tables) {
        std::vector<std::uint32_t> created;
        created.reserve(table.rows.size());
        for (const TableRow& row : table.rows) created.push_back(serials_[world_[row.mount].unique_id] - 1);
        snapshot_.created.push_back(std::move(created));
    }
}

void ScenarioRun::take_snapshot() {
    snapshot_ = {};
    snapshot_.state = build_tables(world_);
    snapshot_.hash = kFnvStart;
    snapshot_.order_hash = kFnvStart;
    for (const MountTable& table : snapshot_.state.tables) {
        const std::string name(world_.text(world_[table.viewer].name));
        snapshot_.names.push_back(name);
        snapshot_.hash = fnv1a(snapshot_.hash, "ns " + name + "\n");
        std::vector<std::string> lines;
        lines.reserve(table.rows.size());
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            lines.push_back(table_line(world_, snapshot_.state, table, i));
            snapshot_.hash = fnv1a(snapshot_.hash, lines.back());
            snapshot_.hash = fnv1a(snapshot_.hash, "\n");
        }
        snapshot_.lines.push_back(std::move(lines));
        if (options_.order) {
            snapshot_.order_hash = fnv1a(snapshot_.order_hash, "ns " + name + "\n");
            std::string order;
            for (const std::int32_t i : table.order) {
                if (!order.empty()) order += ' ';
                order += std::to_string(i);
            }
            snapshot_.order_hash = fnv1a(snapshot_.order_hash, order + "\n");
        }
    }
    if (options_.created) number_new_mounts();
    have_snapshot_ = true;
}

std::string ScenarioRun::table_json(const Snapshot& snapshot, std::size_t table) const {
    const MountTable& t = snapshot.state.tables[table];
    std::string out =
        "{\"name\":" + json_string(snapshot.names[table]) + ",\"count\":" + std::to_string(t.rows.size());
    if (snapshot.state.mounts <= options_.max_print) {
        out += ",\"mounts\":[";
        for (std::size_t i = 0; i < snapshot.lines[table].size(); ++i) {
            if (i != 0) out += ',';
            out += json_string(snapshot.lines[table][i]);
        }
        out += "]";
        if (options_.order) out += ",\"order\":" + number_list(t.order);
        if (options_.created && !snapshot.created[table].empty()) {
            out += ",\"created\":" + number_list(snapshot.created[table]);
        }
    }
    return out + "}";
}

std::string ScenarioRun::changes_json() {
    std::string changed;
    for (std::size_t i = 0; i < snapshot_.names.size(); ++i) {
        const std::string& name = snapshot_.names[i];
        Printed now{snapshot_.lines[i],
                    options_.order ? snapshot_.state.tables[i].order : std::vector<std::int32_t>{},
                    options_.created ? snapshot_.created[i] : std::vector<std::uint32_t>{}};
        const auto old = printed_.find(name);
        if (old != printed_.end() && old->second.lines == now.lines && old->second.order == now.order &&
            old->second.created == now.created) {
            continue;
        }
        printed_[name] = std::move(now);
        if (!changed.empty()) changed += ',';
        changed += table_json(snapshot_, i);
    }
    std::string gone;
    for (auto at = printed_.begin(); at != printed_.end();) {
        if (std::find(snapshot_.names.begin(), snapshot_.names.end(), at->first) != snapshot_.names.end()) {
            ++at;
        } else {
            if (!gone.empty()) gone += ',';
            gone += json_string(at->first);
            at = printed_.erase(at);
        }
    }
    std::string out;
    if (!changed.empty()) out += ",\"ns\":[" + changed + "]";
    if (!gone.empty()) out += ",\"gone\":[" + gone + "]";
    return out;
}

std::string ScenarioRun::all_json() const {
    std::string out = "\"ns\":[";
    for (std::size_t i = 0; i < snapshot_.names.size(); ++i) {
        if (i != 0) out += ',';
        out += table_json(snapshot_, i);
    }
    return out + "]";
}

void ScenarioRun::print_command(const ScenarioLine& line, const CommandResult& result, bool shown,
                                std::string& out) {
    const bool surprising = !line.any_result && line.expected != result.error;
    if (options_.compact) {
        out += next_ > 1 ? ",[" : "[";
        out += json_string(errno_name(result.error));
        if (prints_hash()) {
            out += ",\"" + hex8(snapshot_.hash) + "\"";
            if (options_.order) out += ",\"" + hex8(snapshot_.order_hash) + "\"";
        }
        out += "]";
        return;
    }
    out += "{\"step\":" + std::to_string(next_) + ",\"line\":" + std::to_string(line.line) +
           ",\"cmd\":" + json_string(line.text) + ",\"err\":" + json_string(errno_name(result.error));
    if (surprising) out += ",\"expected\":" + json_string(errno_name(line.expected));
    if (line.command.kind == CommandKind::kWhere && result.error == Errno::kOk) {
        const ProcessRef process = world_.find_process(line.command.process);
        const StateTables now = build_tables(world_);
        const MountTable* table = now.find(world_[process].ns);
        out += ",\"where\":" + std::to_string(table == nullptr ? -1 : table->row_of(result.where.mount));
    }
    if (prints_hash() || shown) {
        out += ",\"hash\":\"" + hex8(snapshot_.hash) + "\"";
        if (options_.order) out += ",\"ohash\":\"" + hex8(snapshot_.order_hash) + "\"";
    }
    if (shown) {
        out += ",\"count\":" + std::to_string(snapshot_.state.mounts) + "," + all_json();
    } else if (options_.states == StatesPrinted::kEach) {
        out += changes_json();
    }
    out += "}\n";
}

void ScenarioRun::print_end(std::string& out) {
    if (options_.compact) {
        out += "],";
    } else {
        out += "{\"end\":true,\"steps\":" + std::to_string(scenario_.lines.size()) +
               ",\"unexpected\":" + std::to_string(unexpected_);
    }
    if (options_.states != StatesPrinted::kNone) {
        take_snapshot();
        if (!options_.compact) out += ",";
        out += "\"hash\":\"" + hex8(snapshot_.hash) + "\"";
        if (options_.order) out += ",\"ohash\":\"" + hex8(snapshot_.order_hash) + "\"";
        out += ",\"count\":" + std::to_string(snapshot_.state.mounts);
        if (options_.states != StatesPrinted::kEach) out += "," + all_json();
    }
    out += "}\n";
}

bool ScenarioRun::step(std::string& out) {
    if (ended_) return false;
    if (next_ == 0 && !options_.compact) out += "{\"scenario\":" + json_string(scenario_.name) + "}\n";
    if (next_ == scenario_.lines.size()) {
        print_end(out);
        ended_ = true;
        return false;
    }
    const ScenarioLine& line = scenario_.lines[next_++];
    const CommandResult result = run_command(world_, kernel_, line.command, run_options_);
    if (result.impossible) {
        error_ =
            TextError{line.line, 1, *result.impossible, "the name of a process that is there, or a new one"};
        ended_ = true;
        return false;
    }
    if (!line.any_result && line.expected != result.error) ++unexpected_;
    const bool shown = line.command.kind == CommandKind::kShow;
    if (shown || (prints_hash() && (!have_snapshot_ || may_change_tables(line.command.kind))))
        take_snapshot();
    print_command(line, result, shown, out);
    return true;
}

}  // namespace mountscope
