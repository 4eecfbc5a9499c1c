import type { Scenario } from '../../scenario/Scenario.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND, type Micros } from '../../shared/units.ts';
import type { ClusterFile } from './ClusterFile.ts';
import type { ClusterPlan } from './clusterPlan.ts';
import type { ClusterWords } from './ClusterWords.ts';
import type { CommandStep } from './commandSteps.ts';
import { machines, type SetupSteps } from './setupSteps.ts';
import { oneLine, shellQuote } from './shellQuote.ts';

/** Stands at the end of every file that the script holds. */
const END_OF_FILE = 'HIGHWATER_END_OF_FILE';
/** How long the script goes on after the last command of a scenario that does not say. */
const AFTER_LAST_COMMAND_US = 10 * MICROS_PER_SECOND;

export interface TimedStep {
  readonly atUs: Micros;
  readonly step: CommandStep;
}

export interface RunScriptInput {
  readonly scenario: Scenario;
  readonly plan: ClusterPlan;
  readonly bootstrap: string;
  readonly setup: SetupSteps;
  readonly steps: readonly TimedStep[];
  /** What is not the same from the start, one sentence each. */
  readonly remarks: readonly string[];
  /** All that the script writes to its folder. */
  readonly files: readonly ClusterFile[];
}

/** A POSIX shell script that holds all other files, starts the cluster, and does at each time what the scenario does. */
export function runScript(input: RunScriptInput, words: ClusterWords): string {
  const { scenario, plan } = input;
  const title = oneLine(scenario.title ?? words.untitled);
  return [
    '#!/bin/sh',
    comment(title),
    ...words.scriptHead(plan.project).map(comment),
    ...input.remarks.map((remark) => comment(`${words.script.notTheSame} ${remark}`)),
    'set -u',
    '',
    ...constants(input),
    FUNCTIONS,
    ...fileFunction(input.files),
    ...setupFunction(input, words),
    ...timeline(input, words),
    ...reportFunction(scenario, plan, words),
    ...main(words),
  ].join('\n');
}

function constants({ plan, bootstrap, scenario }: RunScriptInput): string[] {
  return [
    `project=${plan.project}`,
    `image=\${KAFKA_IMAGE:-${plan.image}}`,
    `bootstrap=${bootstrap}`,
    `title=${shellQuote(oneLine(scenario.title ?? plan.project))}`,
    '',
  ];
}

const FUNCTIONS = `here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=$here/$project
if grep -q "^name: $project\\$" "$here/compose.yaml" 2> /dev/null; then folder=$here; fi
state=$folder/state
zero=''

# Milliseconds since 1970. GNU date knows them; elsewhere perl does; else whole seconds must do.
now_ms() {
  now=$(date +%s%N)
  case $now in
    *[!0-9]*) perl -MTime::HiRes=time -e 'printf "%d", time * 1000' 2> /dev/null || echo "$(date +%s)000" ;;
    *) echo "\${now%??????}" ;;
  esac
}

say() {
  if [ -z "$zero" ]; then printf '[   setup   ] %s\\n' "$*"; return; fi
  since=$(( $(now_ms) - zero ))
  if [ "$since" -lt 0 ]; then since=0; fi
  printf '[%5d.%03d s] %s\\n' "$(( since / 1000 ))" "$(( since % 1000 ))" "$*"
}

# Waits until so many ms after zero.
at() {
  while left=$(( zero + $1 - $(now_ms) )); [ "$left" -gt 0 ]; do
    sleep "$(( left / 1000 )).$(printf '%03d' "$(( left % 1000 ))")"
  done
}

indent() { sed 's/^/              /'; }

run() {
  say "\\$ $*"
  "$@" 2>&1 | indent
}

# Kafka's command line tools, in the container that is there for them.
tool() {
  name=$1
  say "\\$ $*"
  shift
  case $name in
    kafka-cluster.sh) docker exec "$project-tools" "/opt/kafka/bin/$name" "$@" --bootstrap-server "$bootstrap" 2>&1 | indent ;;
    *) docker exec "$project-tools" "/opt/kafka/bin/$name" --bootstrap-server "$bootstrap" "$@" 2>&1 | indent ;;
  esac
}

# tell SERVICE WORD…: to the script that feeds a producer.
tell() {
  service=$1
  shift
  say "\\$ tell $service: $*"
  docker exec "$project-$service" sh -c 'echo "$*" >> /tmp/highwater/control' tell "$@" 2>&1 | indent
}

# restart_with SERVICE FILE: close(), and a new producer with these properties.
restart_with() {
  run docker stop -t 600 "$project-$1"
  run docker cp "$folder/files/$2" "$project-$1:/tmp/highwater/producer.properties"
  run docker start "$project-$1"
}

# link FROM TO STATE: what FROM sends to TO is 'whole', 'cut', or slow as netem says it.
link() {
  mkdir -p "$state/links"
  if [ "$3" = whole ]; then rm -f "$state/links/$1~$2"; else printf '%s\\n' "$3" > "$state/links/$1~$2"; fi
}

# power off|on SERVICE: a machine without power sends nothing.
power() {
  if [ "$1" = on ] && [ ! -e "$state/dark/$2" ]; then return; fi
  mkdir -p "$state/dark"
  if [ "$1" = off ]; then : > "$state/dark/$2"; else rm -f "$state/dark/$2"; fi
  send_so "$2"
}

# send_so SERVICE…: makes their machines send as their links say, all at once.
send_so() {
  waited=''
  for sender in "$@"; do
    queues "$sender" | docker exec -i "$project-machine-$sender" sh 2>&1 | indent &
    waited="$waited $!"
  done
  for each in $waited; do wait "$each"; done
}

# A queue for each receiver, for tc; a black hole where the link is cut. Packets to others pass as they are.
queues() {
  echo 'tc qdisc del dev eth0 root 2> /dev/null'
  if [ -e "$state/dark/$1" ]; then echo 'tc qdisc add dev eth0 root blackhole'; return; fi
  queue=10
  for each_link in "$state/links/$1~"*; do
    if [ ! -e "$each_link" ]; then continue; fi
    if [ "$queue" -eq 10 ]; then
      echo 'tc qdisc add dev eth0 root handle 1: htb default 1'
      echo 'tc class add dev eth0 parent 1: classid 1:1 htb rate 10gbit quantum 60000'
    fi
    queue=$(( queue + 1 ))
    how=$(cat "$each_link")
    if [ "$how" = cut ]; then how=blackhole; else how="netem $how"; fi
    receiver=\${each_link##*~}
    echo "tc class add dev eth0 parent 1: classid 1:$queue htb rate 10gbit quantum 60000"
    echo "tc qdisc add dev eth0 parent 1:$queue $how"
    echo "tc filter add dev eth0 protocol ip parent 1: prio 1 u32 match ip dst \\$(getent hosts $receiver | awk '{ print \\$1; exit }')/32 flowid 1:$queue"
  done
}

brokers_up() {
  docker exec "$project-tools" /opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server "$bootstrap" 2> /dev/null | grep -c '(id: '
}

not_in_sync() {
  docker exec "$project-tools" /opt/kafka/bin/kafka-topics.sh --bootstrap-server "$bootstrap" --describe --under-replicated-partitions 2>&1
}
`;

/** Each file in a here-document that nothing in it can end. */
function fileFunction(files: readonly ClusterFile[]): string[] {
  return [
    'write_files() {',
    '  mkdir -p "$folder/files"',
    '  rm -rf "$state" "$folder/files/zero"',
    '  mkdir -p "$state"',
    '  if [ -n "${KEEP_FILES:-}" ] && [ -e "$folder/compose.yaml" ]; then return; fi',
    ...files.map(({ path, text }) => {
      const lines = text.replaceAll('\r', '').replaceAll(END_OF_FILE, '');
      return `cat > "$folder/${path}" << '${END_OF_FILE}'\n${lines}${lines.endsWith('\n') ? '' : '\n'}${END_OF_FILE}`;
    }),
    '}',
    '',
  ];
}

function setupFunction({ plan, setup }: RunScriptInput, words: ClusterWords): string[] {
  const w = words.script;
  const atStart = plan.servers.filter(({ state }) => state !== 'new');
  const brokers = atStart.filter(({ isBroker }) => isBroker).length;
  const senders = [...new Set(setup.links.map((line) => line.split(' ')[1] ?? ''))];
  const start = (services: readonly string[]) =>
    `docker start ${services.map((service) => `"$project-${service}"`).join(' ')} > /dev/null || exit 1`;
  const part = (said: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`  ${saying(said)}`, ...lines.map((line) => `  ${line}`)];
  return [
    'set_up() {',
    `  ${saying(w.away)}`,
    '  compose down --volumes --timeout 5 > /dev/null 2>&1',
    `  ${saying(w.pulling)}`,
    '  compose create || exit 1',
    ...part(w.machines, [start([...machines(plan), 'tools'])]),
    ...part(w.links, setup.links.length === 0 ? [] : [...setup.links, `send_so ${senders.join(' ')}`]),
    ...part(w.servers, atStart.length === 0 ? [] : [start(atStart.map(({ service }) => service))]),
    ...part(
      w.waiting(brokers),
      brokers === 0 ? [] : waitUntil(`[ "$(brokers_up)" -ge ${brokers} ]`, w.waitedTooLong),
    ),
    ...part(w.settings, setup.settings),
    ...part(w.topics, setup.topics),
    ...part(w.fills, setup.fills),
    ...part(w.settings, setup.quotas),
    ...part(w.inSync, setup.topics.length === 0 ? [] : waitUntil('[ -z "$(not_in_sync)" ]', w.waitedTooLong)),
    ...part(
      w.stopped,
      setup.stopped.map((service) => `run docker stop -t 120 "$project-${service}"`),
    ),
    ...part(
      w.clients,
      plan.clients.length === 0 ? [] : [start(plan.clients.map(({ service }) => service)), 'sleep 6'],
    ),
    `  ${saying(w.zero)}`,
    '  zero=$(( $(now_ms) + 2000 ))',
    '  echo "${zero}000" > "$folder/files/zero"',
    '}',
    '',
  ];
}

function waitUntil(condition: string, tooLong: string): string[] {
  return [
    'tries=0',
    `until ${condition}; do`,
    '  tries=$(( tries + 1 ))',
    `  if [ "$tries" -gt 120 ]; then ${saying(tooLong)}; exit 1; fi`,
    '  sleep 1',
    'done',
  ];
}

/** The commands, instant after instant. */
function timeline({ scenario, steps }: RunScriptInput, words: ClusterWords): string[] {
  const lines = ['play() {', '  at 0'];
  let machinesToTell: string[] = [];
  let tools: string[] = [];
  const flushMachines = () => {
    if (machinesToTell.length > 0) lines.push(`  send_so ${[...new Set(machinesToTell)].join(' ')}`);
    machinesToTell = [];
  };
  const flushTools = () => {
    if (tools.length > 0) lines.push('  {', ...tools.map((line) => `    ${line}`), '  } &');
    tools = [];
  };
  let lastUs: Micros | null = null;
  for (const { atUs, step } of steps) {
    if (atUs !== lastUs || step.machines.length === 0) flushMachines();
    if (atUs !== lastUs) {
      flushTools();
      lines.push('', `  at ${Math.round(atUs / MICROS_PER_MILLI)}`);
    }
    lastUs = atUs;
    lines.push(`  ${saying(step.title)}`);
    for (const remark of step.remarks) {
      const text = `${step.isNotDone ? words.script.notDone : words.script.notTheSame} ${words.remarks[remark]}`;
      lines.push(`  ${comment(text)}`, `  ${saying(text)}`);
    }
    lines.push(...step.now.map((line) => `  ${line}`));
    tools.push(...step.tools);
    machinesToTell.push(...step.machines);
  }
  flushMachines();
  flushTools();
  const endUs = scenario.untilUs ?? (lastUs ?? 0) + AFTER_LAST_COMMAND_US;
  return [
    ...lines,
    '',
    `  at ${Math.round(endUs / MICROS_PER_MILLI)}`,
    `  ${saying(words.script.end)}`,
    '}',
    '',
  ];
}

function reportFunction(scenario: Scenario, plan: ClusterPlan, words: ClusterWords): string[] {
  const w = words.script;
  const clients = plan.clients.map(({ service }) => `"$project-${service}"`);
  const producers = plan.clients.filter(({ spec }) => spec.kind === 'producer');
  return [
    'report() {',
    ...(clients.length === 0
      ? []
      : [`  ${saying(w.closing)}`, `  docker stop -t 30 ${clients.join(' ')} > /dev/null 2>&1`]),
    `  ${saying(w.describe)}`,
    '  tool kafka-topics.sh --describe --exclude-internal',
    '  tool kafka-metadata-quorum.sh describe --status',
    '  tool kafka-metadata-quorum.sh describe --replication',
    ...(scenario.topics.length === 0 ? [] : ['  tool kafka-get-offsets.sh']),
    ...(producers.length === 0 ? [] : [`  ${saying(w.producers)}`]),
    ...producers.flatMap(({ service }) => [
      `  docker logs "$project-${service}" 2> /dev/null | grep '^Handed over' | tail -n 1 | sed 's/^/              ${service}: /'`,
      `  failed=$(docker logs "$project-${service}" 2>&1 | grep -c 'Error when sending message')`,
      `  printf '              %s: %s %s\\n' ${service} ${shellQuote(w.failedRecords)} "$failed"`,
    ]),
    `  ${saying(w.stays)}`,
    '}',
    '',
  ];
}

function main(words: ClusterWords): string[] {
  const w = words.script;
  return [
    'compose() { docker compose --project-directory "$folder" --file "$folder/compose.yaml" "$@"; }',
    '',
    `if ! command -v docker > /dev/null; then echo ${shellQuote(w.needsDocker)} >&2; exit 1; fi`,
    `if ! docker compose version > /dev/null 2>&1; then echo ${shellQuote(w.needsCompose)} >&2; exit 1; fi`,
    'umask 022',
    'case ${1:-run} in',
    '  run)',
    '    echo "$title"',
    '    write_files',
    '    set_up',
    '    play',
    '    report',
    '    ;;',
    `  files) write_files; echo ${shellQuote(w.files)} "$folder" ;;`,
    '  down) compose down --volumes --timeout 5 ;;',
    `  *) echo ${shellQuote(w.usage)} >&2; exit 2 ;;`,
    'esac',
    '',
  ];
}

function saying(text: string): string {
  return `say ${shellQuote(oneLine(text))}`;
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}
