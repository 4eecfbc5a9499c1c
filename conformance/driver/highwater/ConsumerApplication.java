package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** An application that polls and writes down what it was given, as ranges, and what the group took from it or gave to it. */
final class ConsumerApplication {
    private static final Duration POLL = Duration.ofMillis(100);
    private final long zeroMs;
    private final long perRecordUs;
    /** "commitSync" or "commitAsync" for the records of each poll, or nothing. */
    private final String commit;
    private final boolean commitsBefore;
    /** What sends a record for each that is polled; null: nothing. */
    private ProducerApplication output;
    /** A new process starts so long after an error that only closing can follow; negative: none does. */
    private long restartAfterMs = -1;
    private JsonNode lastStart;
    /** ["read", ms, partition, first offset, count] or ["assigned" | "revoked" | "lost", ms, partitions] or ["failed", ms, error]. */
    private final ArrayNode events = Driver.JSON.createArrayNode();
    /** What it is to call before it polls again. */
    private final Queue<JsonNode> calls = new ConcurrentLinkedQueue<>();
    private volatile KafkaConsumer<byte[], byte[]> consumer;
    private volatile boolean stalled;
    private volatile int generation;
    private volatile boolean leavesGroup;
    private Thread application;

    ConsumerApplication(JsonNode request) {
        zeroMs = request.get("zeroMs").asLong();
        perRecordUs = request.get("perRecordUs").asLong();
        commit = request.hasNonNull("commit") ? request.get("commit").asText() : "";
        commitsBefore = request.hasNonNull("commitsBefore") && request.get("commitsBefore").asBoolean();
    }

    /** Its process has a producer too. */
    void sendsWith(ProducerApplication producer, long afterMs) {
        output = producer;
        restartAfterMs = afterMs;
    }

    synchronized void start(JsonNode request) {
        lastStart = request;
        calls.clear();
        generation += 1;
        int mine = generation;
        leavesGroup = true;
        Properties properties = new Properties();
        properties.putAll(Administration.textMap(request.get("configs")));
        properties.put("bootstrap.servers", request.get("bootstrap").asText());
        properties.put("client.id", request.get("client").asText());
        properties.put("key.deserializer", ByteArrayDeserializer.class.getName());
        properties.put("value.deserializer", ByteArrayDeserializer.class.getName());
        if (!properties.containsKey("group.id")) properties.put("enable.auto.commit", "false");
        List<TopicPartition> assigned = Administration.texts(request.get("assign")).stream().map(Administration::partitionOf).collect(Collectors.toList());
        List<String> topics = request.hasNonNull("subscribe") ? Administration.texts(request.get("subscribe")) : List.of();
        KafkaConsumer<byte[], byte[]> with = new KafkaConsumer<>(properties);
        consumer = with;
        application = new Thread(() -> work(with, assigned, topics, mine), "consumer " + request.get("client").asText());
        application.setDaemon(true);
        application.start();
    }

    private void work(KafkaConsumer<byte[], byte[]> with, List<TopicPartition> assigned, List<String> topics, int mine) {
        boolean isOver = false;
        try {
            RuntimeException unprepared = output == null ? null : output.prepare();
            if (unprepared != null) {
                isOver = true;
                noteFailure(ErrorName.of(unprepared));
                throw new WakeupException();
            }
            if (topics.isEmpty()) with.assign(assigned);
            else with.subscribe(topics, new Listener());
            while (generation == mine) {
                if (stalled) Thread.sleep(5);
                else {
                    makeCalls(with);
                    ConsumerRecords<byte[], byte[]> records = pollOnce(with);
                    if (commitsBefore) commit(with, records);
                    take(records);
                    String sent = output == null || records.isEmpty() ? "done" : output.sendOutputs(records.count(), with);
                    if (sent.equals("failed")) rewind(with);
                    else if (sent.startsWith("closed")) {
                        isOver = true;
                        noteFailure(sent.substring("closed ".length()));
                        throw new WakeupException();
                    } else if (!commitsBefore) commit(with, records);
                }
            }
        } catch (WakeupException | InterruptedException ended) {
            // As it was told.
        }
        try {
            // Nobody is told when a process is killed; its group finds out by itself.
            with.close(leavesGroup ? Duration.ofSeconds(10) : Duration.ZERO);
        } catch (RuntimeException ignored) {
            // It was to end, and has ended.
        }
        if (output != null && generation == mine + (isOver ? 0 : 1) && leavesGroup) output.close();
        if (isOver && restartAfterMs >= 0) startAgain(mine);
    }

    private void startAgain(int mine) {
        try {
            Thread.sleep(restartAfterMs);
        } catch (InterruptedException ended) {
            return;
        }
        synchronized (this) {
            if (generation != mine) return;
            output.start(output.lastStart());
            start(lastStart);
        }
    }

    /** Back to what is committed; without that to where auto.offset.reset says. */
    private void rewind(KafkaConsumer<byte[], byte[]> with) {
        Map<TopicPartition, OffsetAndMetadata> committed = with.committed(with.assignment());
        boolean isEarliest = "earliest".equals(lastStart.get("configs").path("auto.offset.reset").asText());
        for (TopicPartition partition : with.assignment()) {
            OffsetAndMetadata place = committed.get(partition);
            if (place != null) with.seek(partition, place);
            else if (isEarliest) with.seekToBeginning(List.of(partition));
            else with.seekToEnd(List.of(partition));
        }
    }

    /** An application that catches what a call throws, and goes on. */
    private void makeCalls(KafkaConsumer<byte[], byte[]> with) throws InterruptedException {
        for (JsonNode call = calls.poll(); call != null; call = calls.poll()) {
            try {
                ConsumerCalls.make(with, call, zeroMs);
            } catch (WakeupException ended) {
                throw ended;
            } catch (RuntimeException failed) {
                noteFailure(ErrorName.of(failed));
            }
        }
    }

    private ConsumerRecords<byte[], byte[]> pollOnce(KafkaConsumer<byte[], byte[]> with) throws InterruptedException {
        try {
            return with.poll(POLL);
        } catch (WakeupException ended) {
            throw ended;
        } catch (InvalidOffsetException nowhere) {
            // It has no place to go on from, and nobody who would find one: the application ends.
            noteFailure(nowhere.getClass().getSimpleName());
            throw new WakeupException();
        } catch (RuntimeException failed) {
            noteFailure(ErrorName.of(failed));
            return ConsumerRecords.empty();
        }
    }

    /** An application whose commit fails goes on: the group tells it by the next poll(). */
    private void commit(KafkaConsumer<byte[], byte[]> with, ConsumerRecords<byte[], byte[]> records) throws InterruptedException {
        if (commit.isEmpty() || records.isEmpty()) return;
        try {
            if (commit.equals("commitSync")) with.commitSync();
            else with.commitAsync();
        } catch (WakeupException ended) {
            throw ended;
        } catch (RuntimeException failed) {
            noteFailure(ErrorName.of(failed));
        }
    }

    private void take(ConsumerRecords<byte[], byte[]> records) throws InterruptedException {
        for (TopicPartition partition : records.partitions()) {
            ArrayNode run = null;
            long expected = -1;
            for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                synchronized (events) {
                    if (run == null || record.offset() != expected) {
                        run = Driver.JSON.createArrayNode();
                        run.add("read").add(System.currentTimeMillis() - zeroMs).add(partition.toString()).add(record.offset()).add(0);
                        events.add(run);
                    }
                    run.set(4, Driver.JSON.getNodeFactory().numberNode(run.get(4).asInt() + 1));
                }
                expected = record.offset() + 1;
            }
        }
        if (perRecordUs > 0 && !records.isEmpty()) Thread.sleep(Math.max(1, records.count() * perRecordUs / 1000));
    }

    /** An application that goes on after an error gets it from each poll(): it is told once. */
    private void noteFailure(String error) throws InterruptedException {
        JsonNode last;
        synchronized (events) {
            last = events.isEmpty() ? null : events.get(events.size() - 1);
        }
        boolean isTold = last != null && last.get(0).asText().equals("failed") && last.get(2).asText().equals(error);
        if (!isTold) note("failed", Driver.JSON.getNodeFactory().textNode(error));
        Thread.sleep(POLL.toMillis());
    }

    private void note(String what, JsonNode about) {
        ArrayNode event = Driver.JSON.createArrayNode();
        event.add(what).add(System.currentTimeMillis() - zeroMs).add(about);
        synchronized (events) {
            events.add(event);
        }
    }

    private void notePartitions(String what, Collection<TopicPartition> partitions) {
        ArrayNode names = Driver.JSON.createArrayNode();
        partitions.stream().map(TopicPartition::toString).sorted().forEach(names::add);
        note(what, names);
    }

    private final class Listener implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            notePartitions("revoked", partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            notePartitions("assigned", partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            notePartitions("lost", partitions);
        }
    }

    void call(JsonNode call) {
        calls.add(call);
    }

    void stall(boolean isStalled) {
        stalled = isStalled;
    }

    synchronized void close() {
        generation += 1;
        consumer.wakeup();
    }

    synchronized void kill() {
        leavesGroup = false;
        generation += 1;
        consumer.wakeup();
    }

    JsonNode results() {
        synchronized (events) {
            return events.deepCopy();
        }
    }
}
