package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * An application that hands the records of a workload to send(), record n at the time that n gives, and writes down what each callback said.
 * A record's value is its number in decimal, filled with zeros on the left: so every log tells which record stands where. A tombstone has none.
 * Values that are to be of some kind are given with the records, and the recorder knows them again.
 */
final class ProducerApplication {
    /** Numbers of one producer's records; the producer's own place stands above them. */
    static final long RECORDS_A_PRODUCER = 10_000_000L;
    private static final List<String> RECORD_FIELDS = List.of("topic", "partition", "key", "keyCount", "valueBytes");
    private final long zeroMs;
    private final JsonNode workload;
    private final long place;
    private final ArrayNode outcomes = Driver.JSON.createArrayNode();
    /** [call, ms at which it was made, ms at which it came back, "NONE" or error]. */
    private final ArrayNode transactions = Driver.JSON.createArrayNode();
    private KafkaProducer<byte[], byte[]> producer;
    private Thread application;
    /** Times of the application, in ns of System.nanoTime(). */
    private final long zeroNs;
    private long baseNs;
    private long sinceBase;
    private long next;
    private boolean paused;
    private volatile long clockOffsetMs;
    /** Records whose callback said error. */
    private volatile long failures;
    private boolean isTransactional;
    private volatile int generation;
    /** What it was last started with. */
    private JsonNode lastStart;

    ProducerApplication(JsonNode request) {
        zeroMs = request.get("zeroMs").asLong();
        zeroNs = System.nanoTime() + (zeroMs - System.currentTimeMillis()) * 1_000_000;
        place = request.get("place").asLong();
        workload = request.get("workload");
        next = request.hasNonNull("firstNumber") ? request.get("firstNumber").asLong() : 0;
        baseNs = zeroNs + (workload == null || workload.isNull() ? 0 : workload.get("startUs").asLong() * 1000);
    }

    /** A new process of this client. */
    synchronized void start(JsonNode request) {
        generation += 1;
        int mine = generation;
        lastStart = request;
        long nowNs = System.nanoTime();
        if (nextNs() < nowNs && mine > 1) {
            baseNs = nowNs;
            sinceBase = 0;
        }
        Properties properties = new Properties();
        properties.putAll(Administration.textMap(request.get("configs")));
        properties.put("bootstrap.servers", request.get("bootstrap").asText());
        properties.put("client.id", request.get("client").asText());
        properties.put("key.serializer", ByteArraySerializer.class.getName());
        properties.put("value.serializer", ByteArraySerializer.class.getName());
        producer = new KafkaProducer<>(properties);
        isTransactional = properties.containsKey("transactional.id");
        // What it sends comes from a consumer, whose thread is the application's.
        if (request.hasNonNull("isOutput")) return;
        boolean hasWorkload = workload != null && !workload.isNull();
        if (!hasWorkload && !isTransactional) return;
        application = new Thread(() -> {
            if (isTransactional && !initialize(mine)) return;
            if (hasWorkload && workload.hasNonNull("transaction")) workInTransactions(mine, workload.get("transaction"));
            else if (hasWorkload) work(mine);
        }, "producer " + request.get("client").asText());
        application.setDaemon(true);
        application.start();
    }

    private void work(int mine) {
        while (generation == mine) if (isDue(mine)) sendOne(mine, workload);
    }

    /** Waits a little for the next record; true when it is due, and taken. */
    private boolean isDue(int mine) {
        long waitNs;
        synchronized (this) {
            waitNs = nextNs() - System.nanoTime();
        }
        if (waitNs > 0) {
            LockSupport.parkNanos(Math.min(waitNs, 5_000_000));
            return false;
        }
        synchronized (this) {
            if (nextNs() > System.nanoTime() || generation != mine) return false;
            sinceBase += 1;
        }
        return true;
    }

    /** initTransactions(), again for as long as it only times out. Whether the producer can be used. */
    private boolean initialize(int mine) {
        RuntimeException failed = callUntilAnswered(mine, "initTransactions");
        if (failed == null) return generation == mine;
        if (workload != null && workload.hasNonNull("transaction")) closeAndStartAgain(mine, workload.get("transaction"));
        return false;
    }

    /** Begin, send, end, over and over; after an exception as Kafka documents it: abort, or close. */
    private void workInTransactions(int mine, JsonNode plan) {
        long records = plan.hasNonNull("records") ? plan.get("records").asLong() : Long.MAX_VALUE;
        boolean isCounted = plan.hasNonNull("records");
        long lastsNs = plan.get("lastsUs").asLong() * 1000;
        long abortEvery = plan.hasNonNull("abortEvery") ? plan.get("abortEvery").asLong() : 0;
        for (long begun = 1; generation == mine; begun++) {
            while (generation == mine && !isDue(mine)) continue;
            if (generation != mine) return;
            RuntimeException failed = callUntilAnswered(mine, "beginTransaction");
            long endNs = System.nanoTime() + lastsNs;
            if (failed == null) failed = sendOne(mine, workload);
            long sent = 1;
            while (failed == null && generation == mine) {
                boolean hasAll = sent >= records;
                if ((hasAll || !isCounted) && System.nanoTime() >= endNs) break;
                if (hasAll) LockSupport.parkNanos(Math.min(endNs - System.nanoTime(), 5_000_000));
                else if (isDue(mine)) {
                    failed = sendOne(mine, workload);
                    sent += 1;
                }
            }
            if (generation != mine) return;
            boolean aborts = failed == null && abortEvery > 0 && begun % abortEvery == 0;
            if (failed == null) failed = callUntilAnswered(mine, aborts ? "abortTransaction" : "commitTransaction");
            if (failed != null && !aborts && !(failed instanceof ProducerFencedException)) failed = callUntilAnswered(mine, "abortTransaction");
            if (failed == null) continue;
            closeAndStartAgain(mine, plan);
            return;
        }
    }

    /** initTransactions() before the consumer polls; what it threw, or null. */
    RuntimeException prepare() {
        return isTransactional ? callUntilAnswered(generation, "initTransactions") : null;
    }

    /**
     * Sends a record for each of so many that a consumer has polled, and has them written: in a transaction together with the consumer's
     * offsets, or by flush(). After an exception it aborts, as Kafka's ExactlyOnceMessageProcessor does.
     *
     * @return "done", "failed": the consumer is to go back to what is committed; or "closed ERROR": there is no way on.
     */
    String sendOutputs(int count, KafkaConsumer<byte[], byte[]> consumer) {
        int mine = generation;
        if (!isTransactional) {
            long before = failures;
            for (int i = 0; i < count; i++) sendOne(mine, workload);
            flush();
            return failures == before ? "done" : "failed";
        }
        RuntimeException failed = callUntilAnswered(mine, "beginTransaction");
        for (int i = 0; i < count && failed == null; i++) failed = sendOne(mine, workload);
        if (failed == null) failed = sendOffsets(consumer);
        if (failed == null) failed = callUntilAnswered(mine, "commitTransaction");
        if (failed == null) return "done";
        boolean isOver = failed instanceof ProducerFencedException || failed instanceof FencedInstanceIdException;
        if (!isOver) failed = callUntilAnswered(mine, "abortTransaction");
        if (failed == null) return "failed";
        close();
        return "closed " + ErrorName.of(failed);
    }

    private RuntimeException sendOffsets(KafkaConsumer<byte[], byte[]> consumer) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : consumer.assignment()) offsets.put(partition, new OffsetAndMetadata(consumer.position(partition)));
        try {
            attempt("sendOffsetsToTransaction", producer, with -> with.sendOffsetsToTransaction(offsets, consumer.groupMetadata()));
            return null;
        } catch (RuntimeException failed) {
            return failed;
        }
    }

    private void closeAndStartAgain(int mine, JsonNode plan) {
        if (generation != mine) return;
        close();
        if (!plan.hasNonNull("restartAfterUs")) return;
        int closed = generation;
        long atNs = System.nanoTime() + plan.get("restartAfterUs").asLong() * 1000;
        while (generation == closed && System.nanoTime() < atNs) LockSupport.parkNanos(5_000_000);
        synchronized (this) {
            if (generation == closed) start(lastStart);
        }
    }

    /** The exception that the call threw in the end; null: none. */
    private RuntimeException callUntilAnswered(int mine, String call) {
        for (;;) {
            try {
                transact(call, null);
                return null;
            } catch (RuntimeException failed) {
                if (generation != mine || !(failed instanceof TimeoutException)) return failed;
            }
        }
    }

    private long nextNs() {
        JsonNode rate = workload == null ? null : workload.get("recordsPerSecond");
        if (paused || rate == null || rate.asDouble() == 0) return Long.MAX_VALUE;
        long atNs = baseNs + (long) Math.floor(sinceBase * 1e9 / rate.asDouble());
        boolean isOver = workload.hasNonNull("endUs") && atNs >= zeroNs + workload.get("endUs").asLong() * 1000;
        return isOver ? Long.MAX_VALUE : atNs;
    }

    /** @param request what it has of topic, partition, key, keyCount and valueBytes stands above what the workload says; values in base64. */
    void sendNow(int count, JsonNode request) {
        ObjectNode records = workload == null || workload.isNull() ? Driver.JSON.createObjectNode() : workload.deepCopy();
        for (String name : RECORD_FIELDS) if (request.has(name)) records.set(name, request.get(name));
        JsonNode values = request.get("values");
        for (int i = 0; i < count; i++)
            sendOne(generation, records, values == null || values.isNull() ? null : Base64.getDecoder().decode(values.get(i).asText()));
    }

    void flush() {
        KafkaProducer<byte[], byte[]> with;
        synchronized (this) {
            with = producer;
        }
        with.flush();
    }

    /** One call of the transactional API. Its error is written down, and answered. */
    void transact(String call, JsonNode request) {
        KafkaProducer<byte[], byte[]> with;
        synchronized (this) {
            with = producer;
        }
        switch (call) {
            case "initTransactions" -> attempt(call, with, KafkaProducer::initTransactions);
            case "beginTransaction" -> attempt(call, with, KafkaProducer::beginTransaction);
            case "sendOffsetsToTransaction" ->
                    attempt(call, with, one -> one.sendOffsetsToTransaction(offsetsOf(request.get("offsets")), groupOf(request)));
            case "commitTransaction" -> attempt(call, with, KafkaProducer::commitTransaction);
            case "abortTransaction" -> attempt(call, with, KafkaProducer::abortTransaction);
            default -> throw new IllegalArgumentException("unknown call " + call);
        }
    }

    private void attempt(String call, KafkaProducer<byte[], byte[]> with, Consumer<KafkaProducer<byte[], byte[]>> deed) {
        long madeMs = System.currentTimeMillis() - zeroMs;
        String outcome = "NONE";
        try {
            deed.accept(with);
        } catch (RuntimeException failed) {
            outcome = ErrorName.of(failed);
            throw failed;
        } finally {
            ArrayNode fact = Driver.JSON.createArrayNode();
            fact.add(call).add(madeMs).add(System.currentTimeMillis() - zeroMs).add(outcome);
            synchronized (outcomes) {
                transactions.add(fact);
            }
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsetsOf(JsonNode offsets) {
        Map<TopicPartition, OffsetAndMetadata> result = new HashMap<>();
        offsets.properties().forEach(entry ->
                result.put(Administration.partitionOf(entry.getKey()), new OffsetAndMetadata(entry.getValue().asLong())));
        return result;
    }

    /** The group as a consumer outside of it knows it, or as the member that is named. */
    private static ConsumerGroupMetadata groupOf(JsonNode request) {
        String group = request.get("group").asText();
        return request.hasNonNull("memberId")
                ? new ConsumerGroupMetadata(group, request.get("generation").asInt(), request.get("memberId").asText(), Optional.empty())
                : new ConsumerGroupMetadata(group);
    }

    /** What send() threw; null: nothing. */
    private RuntimeException sendOne(int mine, JsonNode records) {
        return sendOne(mine, records, null);
    }

    private RuntimeException sendOne(int mine, JsonNode records, byte[] given) {
        long number;
        KafkaProducer<byte[], byte[]> with;
        synchronized (this) {
            number = next++;
            with = producer;
        }
        int size = records.get("valueBytes").asInt();
        byte[] value = isTombstone(records, number) ? null : given != null ? given : String.format("%0" + Math.max(1, size) + "d", place * RECORDS_A_PRODUCER + number).getBytes(StandardCharsets.UTF_8);
        byte[] key = null;
        if (records.hasNonNull("key")) {
            long count = records.get("keyCount").asLong();
            key = records.get("key").asText().replace("{n}", String.valueOf(number % count)).getBytes(StandardCharsets.UTF_8);
        }
        Integer partition = records.hasNonNull("partition") ? records.get("partition").asInt() : null;
        long sentMs = System.currentTimeMillis() - zeroMs;
        try {
            Long timestamp = clockOffsetMs == 0 ? null : Long.valueOf(System.currentTimeMillis() + clockOffsetMs);
            with.send(new ProducerRecord<>(records.get("topic").asText(), partition, timestamp, key, value),
                    (metadata, failed) -> called(mine, number, sentMs, metadata, failed));
            return null;
        } catch (RuntimeException thrown) {
            called(mine, number, sentMs, null, thrown);
            return thrown;
        }
    }

    /** Every so many-th record of a producer with keys has no value, counted over all that it handed over. */
    private static boolean isTombstone(JsonNode records, long number) {
        if (!records.hasNonNull("key") || !records.hasNonNull("tombstoneEvery")) return false;
        return (number + 1) % records.get("tombstoneEvery").asLong() == 0;
    }

    private void called(int mine, long number, long sentMs, RecordMetadata metadata, Exception failed) {
        if (mine != generation) return;
        if (failed != null) failures += 1;
        ArrayNode outcome = Driver.JSON.createArrayNode();
        outcome.add(place * RECORDS_A_PRODUCER + number).add(sentMs).add(System.currentTimeMillis() - zeroMs)
                .add(metadata == null ? -1 : metadata.partition());
        if (failed == null) outcome.add(metadata.offset());
        else outcome.add(ErrorName.of(failed));
        synchronized (outcomes) {
            outcomes.add(outcome);
        }
    }

    /** The application's clock is ahead of the machine's by so much. */
    void setClock(long offsetMs) {
        clockOffsetMs = offsetMs;
    }

    synchronized void pause() {
        paused = true;
    }

    synchronized void resume() {
        if (!paused) return;
        paused = false;
        baseNs = System.nanoTime();
        sinceBase = 0;
    }

    void close() {
        int mine = generation;
        producer.close();
        synchronized (this) {
            if (generation == mine) generation += 1;
        }
    }

    /** Nobody is told any more, and nothing more is sent. */
    void kill() {
        KafkaProducer<byte[], byte[]> with;
        synchronized (this) {
            generation += 1;
            with = producer;
        }
        with.close(Duration.ZERO);
    }

    JsonNode lastStart() {
        return lastStart;
    }

    JsonNode results() {
        ObjectNode result = Driver.JSON.createObjectNode();
        synchronized (this) {
            result.put("handedOver", next);
        }
        synchronized (outcomes) {
            result.set("outcomes", outcomes.deepCopy());
            result.set("transactions", transactions.deepCopy());
        }
        return result;
    }
}
