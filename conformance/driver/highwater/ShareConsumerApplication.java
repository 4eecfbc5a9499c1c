package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A member of a share group: it polls, works on each record for its time, and says what became of it. Its events are a consumer's reads. */
final class ShareConsumerApplication {
    private static final Duration POLL = Duration.ofMillis(100);
    private final long zeroMs;
    private final long perRecordUs;
    /** "commitSync" or "commitAsync" for the records of each poll, or nothing: the next poll takes the acknowledgements along. */
    private final String commit;
    private final JsonNode share;
    /** ["read", ms, partition, first offset, count] or ["failed", ms, error]. */
    private final ArrayNode events = Driver.JSON.createArrayNode();
    private volatile KafkaShareConsumer<byte[], byte[]> consumer;
    private volatile boolean stalled;
    private volatile int generation;
    private boolean isExplicit;
    private long handled;

    ShareConsumerApplication(JsonNode request) {
        zeroMs = request.get("zeroMs").asLong();
        perRecordUs = request.get("perRecordUs").asLong();
        commit = request.hasNonNull("commit") ? request.get("commit").asText() : "";
        share = request.get("share");
    }

    synchronized void start(JsonNode request) {
        generation += 1;
        int mine = generation;
        Properties properties = new Properties();
        properties.putAll(Administration.textMap(request.get("configs")));
        properties.put("bootstrap.servers", request.get("bootstrap").asText());
        properties.put("client.id", request.get("client").asText());
        properties.put("key.deserializer", ByteArrayDeserializer.class.getName());
        properties.put("value.deserializer", ByteArrayDeserializer.class.getName());
        isExplicit = "explicit".equals(properties.getProperty("share.acknowledgement.mode"));
        List<String> topics = Administration.texts(request.get("subscribe"));
        KafkaShareConsumer<byte[], byte[]> with = new KafkaShareConsumer<>(properties);
        consumer = with;
        Thread application = new Thread(() -> work(with, topics, mine), "share consumer " + request.get("client").asText());
        application.setDaemon(true);
        application.start();
    }

    private void work(KafkaShareConsumer<byte[], byte[]> with, List<String> topics, int mine) {
        try {
            with.setAcknowledgementCommitCallback((offsets, exception) -> {
                if (exception != null) note("failed", ErrorName.of(exception));
            });
            with.subscribe(topics);
            while (generation == mine) {
                if (stalled) Thread.sleep(5);
                else handle(with, with.poll(POLL));
            }
        } catch (WakeupException | InterruptedException ended) {
            // As it was told.
        } catch (RuntimeException failed) {
            note("failed", ErrorName.of(failed));
        }
        try {
            with.close(Duration.ofSeconds(10));
        } catch (RuntimeException ignored) {
            // It was to end, and has ended.
        }
    }

    private void handle(KafkaShareConsumer<byte[], byte[]> with, ConsumerRecords<byte[], byte[]> records) throws InterruptedException {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        records.forEach(all::add);
        for (ConsumerRecord<byte[], byte[]> record : all) noteRead(record);
        for (int i = 0; i < all.size(); i++) {
            ConsumerRecord<byte[], byte[]> record = all.get(i);
            AcknowledgeType type = work(with, record, all.subList(i, all.size()));
            if (isExplicit) with.acknowledge(record, type);
        }
        if (all.isEmpty() || commit.isEmpty()) return;
        if (commit.equals("commitSync")) with.commitSync();
        else with.commitAsync();
    }

    /** For as long as the record takes, with renewals in between. */
    private AcknowledgeType work(KafkaShareConsumer<byte[], byte[]> with, ConsumerRecord<byte[], byte[]> record,
                                 List<ConsumerRecord<byte[], byte[]>> left) throws InterruptedException {
        handled += 1;
        long takesUs = perRecordUs;
        AcknowledgeType type = AcknowledgeType.ACCEPT;
        if (share.hasNonNull("failEvery") && handled % share.get("failEvery").asLong() == 0)
            type = typeOf(share.get("failThen").asText());
        for (JsonNode poison : share.get("poison")) {
            if (poison.get("offset").asLong() != record.offset()) continue;
            if (!poison.get("partition").asText().equals(record.topic() + "-" + record.partition())) continue;
            if (poison.hasNonNull("takesUs")) takesUs = poison.get("takesUs").asLong();
            type = typeOf(poison.get("then").asText());
        }
        long endsMs = System.currentTimeMillis() + takesUs / 1000;
        long renewMs = share.hasNonNull("renewEveryUs") ? share.get("renewEveryUs").asLong() / 1000 : Long.MAX_VALUE;
        for (long leftMs = takesUs / 1000; leftMs > 0; leftMs = endsMs - System.currentTimeMillis()) {
            Thread.sleep(Math.min(leftMs, renewMs));
            if (System.currentTimeMillis() >= endsMs) break;
            for (ConsumerRecord<byte[], byte[]> held : left) with.acknowledge(held, AcknowledgeType.RENEW);
            with.commitAsync();
        }
        return type;
    }

    private static AcknowledgeType typeOf(String verdict) {
        return switch (verdict) {
            case "accept" -> AcknowledgeType.ACCEPT;
            case "reject" -> AcknowledgeType.REJECT;
            default -> AcknowledgeType.RELEASE;
        };
    }

    private void noteRead(ConsumerRecord<byte[], byte[]> record) {
        ArrayNode read = Driver.JSON.createArrayNode();
        read.add("read").add(System.currentTimeMillis() - zeroMs).add(record.topic() + "-" + record.partition());
        read.add(record.offset()).add(1);
        synchronized (events) {
            events.add(read);
        }
    }

    private void note(String what, String about) {
        ArrayNode event = Driver.JSON.createArrayNode();
        event.add(what).add(System.currentTimeMillis() - zeroMs).add(about);
        synchronized (events) {
            events.add(event);
        }
    }

    void stall(boolean isStalled) {
        stalled = isStalled;
    }

    synchronized void close() {
        generation += 1;
        consumer.wakeup();
    }

    JsonNode results() {
        synchronized (events) {
            return events.deepCopy();
        }
    }
}
