"""The model of replicationModel.ts on SimPy: `python3 replication.py SEED BATCHES` prints what it came to as JSON.

Events are timeouts with a callback, the cheapest that SimPy has. CPU time is that of the thread, without the start.
"""

import json
import sys
import time

try:
    import simpy
except ImportError:
    print(json.dumps({"missing": "simpy"}))
    sys.exit(0)

BROKERS, PARTITIONS, PRODUCERS = 3, 12, 4
LATENCY_US, SERVICE_US, APPEND_US, PRODUCE_EVERY_US = 250, 45, 20, 640
MASK = 0xFFFFFFFF


def mix32(word):
    h = word & MASK
    h = ((h ^ (h >> 16)) * 0x85EBCA6B) & MASK
    h = ((h ^ (h >> 13)) * 0xC2B2AE35) & MASK
    return h ^ (h >> 16)


def hash_text(text, seed):
    h = seed & MASK
    for char in text:
        h = ((h ^ ord(char)) * 0x01000193) & MASK
    return mix32(h ^ len(text))


class Rng:
    """sfc32, as src/engine/kernel/Rng.ts."""

    def __init__(self, seed, name):
        self.a = mix32(seed)
        self.b = hash_text(name, seed)
        self.c = mix32(self.a ^ self.b)
        self.counter = 1
        for _ in range(12):
            self.next()

    def next(self):
        b, c = self.b, self.c
        total = (self.a + b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & MASK
        self.c = ((((c << 21) | (c >> 11)) & MASK) + total) & MASK
        return total

    def int(self, bound):
        return self.next() * bound // 4294967296


class ReplicationModel:
    def __init__(self, env, rng, batch_limit):
        self.env, self.rng, self.batch_limit = env, rng, batch_limit
        self.logs = [[] for _ in range(PARTITIONS)]
        self.high_watermarks = [0] * PARTITIONS
        self.fetch_offsets = [0] * (BROKERS * PARTITIONS)
        self.follower_ends = [0] * (BROKERS * PARTITIONS)
        self.answer_ends = [0] * (BROKERS * PARTITIONS)
        self.parked = [False] * (BROKERS * BROKERS)
        self.free_at = [0] * BROKERS
        self.created = []
        self.events = self.acked = self.latency_sum = self.end = 0

    def schedule(self, delay, handler, subject, detail):
        timeout = self.env.timeout(delay, (subject, detail))
        timeout.callbacks.append(handler)

    def start(self):
        for producer in range(PRODUCERS):
            self.schedule(1 + self.rng.int(PRODUCE_EVERY_US), self.tick, producer, 0)
        for follower in range(BROKERS):
            for leader in range(BROKERS):
                if leader != follower:
                    delay = LATENCY_US + follower + 3 * leader
                    self.schedule(delay, self.fetch_arrives, follower, leader)

    def tick(self, event):
        self.events += 1
        if len(self.created) >= self.batch_limit:
            return
        producer, _ = event._value
        batch = len(self.created)
        self.created.append(self.env.now)
        partition = self.rng.int(PARTITIONS)
        self.schedule(LATENCY_US + self.rng.int(50), self.produce_arrives, partition, batch)
        self.schedule(PRODUCE_EVERY_US // 2 + self.rng.int(PRODUCE_EVERY_US), self.tick, producer, 0)

    def produce_arrives(self, event):
        self.events += 1
        partition, batch = event._value
        leader = partition % BROKERS
        now = self.env.now
        done = max(now, self.free_at[leader]) + SERVICE_US
        self.free_at[leader] = done
        self.schedule(done - now, self.appended, partition, batch)

    def appended(self, event):
        self.events += 1
        partition, batch = event._value
        self.logs[partition].append(batch)
        leader = partition % BROKERS
        for follower in range(BROKERS):
            if self.parked[follower * BROKERS + leader]:
                self.parked[follower * BROKERS + leader] = False
                self.answer(follower, leader)

    def fetch_arrives(self, event):
        self.events += 1
        follower, leader = event._value
        has_news = False
        for partition in range(leader, PARTITIONS, BROKERS):
            offset = self.fetch_offsets[follower * PARTITIONS + partition]
            self.follower_ends[follower * PARTITIONS + partition] = offset
            self.raise_high_watermark(partition, leader)
            if len(self.logs[partition]) > offset:
                has_news = True
        if has_news:
            self.answer(follower, leader)
        else:
            self.parked[follower * BROKERS + leader] = True

    def raise_high_watermark(self, partition, leader):
        log = self.logs[partition]
        end = len(log)
        for broker in range(BROKERS):
            if broker != leader:
                end = min(end, self.follower_ends[broker * PARTITIONS + partition])
        for offset in range(self.high_watermarks[partition], end):
            self.schedule(LATENCY_US, self.ack_arrives, log[offset], 0)
        self.high_watermarks[partition] = end

    def answer(self, follower, leader):
        for partition in range(leader, PARTITIONS, BROKERS):
            self.answer_ends[follower * PARTITIONS + partition] = len(self.logs[partition])
        self.schedule(LATENCY_US, self.answer_arrives, follower, leader)

    def answer_arrives(self, event):
        self.events += 1
        follower, leader = event._value
        self.schedule(APPEND_US, self.follower_appended, follower, leader)

    def follower_appended(self, event):
        self.events += 1
        follower, leader = event._value
        for partition in range(leader, PARTITIONS, BROKERS):
            index = follower * PARTITIONS + partition
            self.fetch_offsets[index] = self.answer_ends[index]
        self.schedule(LATENCY_US, self.fetch_arrives, follower, leader)

    def ack_arrives(self, event):
        self.events += 1
        batch, _ = event._value
        self.end = self.env.now
        self.acked += 1
        self.latency_sum += self.end - self.created[batch]


seed, batches = int(sys.argv[1]), int(sys.argv[2])
started = time.thread_time()
environment = simpy.Environment()
model = ReplicationModel(environment, Rng(seed, "bench"), batches)
model.start()
environment.run()
outcome = {
    "events": model.events,
    "acked": model.acked,
    "latencySumUs": model.latency_sum,
    "endUs": model.end,
}
print(json.dumps({"cpuMs": (time.thread_time() - started) * 1000, "outcome": outcome}))
