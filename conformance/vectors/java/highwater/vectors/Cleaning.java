package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.server.common.RequestLocal;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.Cleaner;
import org.apache.kafka.storage.internals.log.CleanerStats;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.LogToClean;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.internals.log.VerificationGuard;
import org.apache.kafka.storage.internals.utils.Throttler;

/** Cleaner.doClean on a UnifiedLog, pass by pass, and what is left in the log. */
final class Cleaning implements Group {
    private static final short PRODUCER_EPOCH = 0;
    private static final int COORDINATOR_EPOCH = 0;
    private static final int LEADER_EPOCH = 0;
    private static final short TRANSACTION_VERSION = 1;
    private static final double LOAD_FACTOR = 0.75;
    private static final int LARGE_MAP_SLOTS = 10_000;
    private static final int BUFFER_BYTES = 1 << 20;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        // Records without a key are in the log from before it was compacted.
        try (LogFiles files = new LogFiles(configs(vector, "delete"), new ManualTime(0))) {
            return new Timeline(vector, files).run();
        }
    }

    private static Map<String, String> configs(JsonNode vector, String cleanupPolicy) {
        return Map.of(
            "cleanup.policy", cleanupPolicy,
            "delete.retention.ms", vector.get("deleteRetentionMs").asText(),
            "message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE)
        );
    }

    private static final class Timeline {
        private final JsonNode vector;
        private final LogFiles files;
        private final UnifiedLog log;
        private final Cleaner cleaner;
        private final Map<String, Integer> nextSequence = new HashMap<>();
        /** A roll may leave a gap: the offset of what is appended next, or null for the log's end. */
        private Long afterGap;

        Timeline(JsonNode vector, LogFiles files) throws Exception {
            this.vector = vector;
            this.files = files;
            log = files.log;
            Throttler unlimited = new Throttler(Double.MAX_VALUE, Long.MAX_VALUE, "throttler", "entries", files.time);
            KeptOffsetMap map = new KeptOffsetMap(slots(vector.get("offsetMapCapacity")));
            cleaner = new Cleaner(0, map, BUFFER_BYTES, BUFFER_BYTES, LOAD_FACTOR, unlimited, files.time, partition -> { });
        }

        ObjectNode run() throws Exception {
            ObjectNode gave = Json.object();
            ArrayNode ops = gave.putArray("ops");
            for (JsonNode op : vector.get("ops")) {
                ObjectNode done = Json.copyOf(op);
                ops.add(done);
                switch (op.get("op").asText()) {
                    case "append" -> append(op);
                    case "marker" -> log.appendAsLeader(
                        marker(op), LEADER_EPOCH, AppendOrigin.COORDINATOR, RequestLocal.noCaching(), VerificationGuard.SENTINEL, TRANSACTION_VERSION
                    );
                    case "roll" -> roll(op);
                    case "clean" -> done.set("expect", clean(op));
                    default -> throw new IllegalArgumentException(op.toString());
                }
            }
            return gave;
        }

        /** As many as hold just this many keys. */
        private static int slots(JsonNode capacity) {
            if (capacity.isNull()) return LARGE_MAP_SLOTS;
            int slots = 1;
            while ((int) (slots * LOAD_FACTOR) < capacity.asInt()) slots++;
            return slots;
        }

        private void append(JsonNode op) throws Exception {
            if (op.has("atOffset")) afterGap = op.get("atOffset").asLong();
            if (afterGap != null && afterGap > log.logEndOffset()) {
                log.appendAsFollower(records(op, afterGap), LEADER_EPOCH);
                afterGap = null;
                return;
            }
            // As a replica's: a second producer of the same id begins anew with its sequence.
            log.appendAsLeader(records(op, 0), LEADER_EPOCH, AppendOrigin.REPLICATION);
        }

        private MemoryRecords records(JsonNode op, long offset) {
            List<SimpleRecord> list = new ArrayList<>();
            for (JsonNode record : op.get("records"))
                list.add(new SimpleRecord(files.time.milliseconds(), key(record.get(0)), bytes(record.get(1))));
            SimpleRecord[] records = list.toArray(new SimpleRecord[0]);
            if (!op.has("producerId")) return MemoryRecords.withRecords(offset, Compression.NONE, LEADER_EPOCH, records);
            long producer = op.get("producerId").asLong();
            String appender = producer + op.path("appender").asText();
            int sequence = nextSequence.getOrDefault(appender, 0);
            nextSequence.put(appender, sequence + records.length);
            return op.path("transactional").asBoolean(false)
                ? MemoryRecords.withTransactionalRecords(offset, Compression.NONE, producer, PRODUCER_EPOCH, sequence, LEADER_EPOCH, records)
                : MemoryRecords.withIdempotentRecords(offset, Compression.NONE, producer, PRODUCER_EPOCH, sequence, LEADER_EPOCH, records);
        }

        /** The vector's name for the key of a commit marker: two numbers, version and type. */
        private static byte[] key(JsonNode key) {
            boolean isControl = !key.isNull() && key.asText().equals("__ctl");
            return isControl ? ByteBuffer.allocate(4).putShort((short) 0).putShort((short) 1).array() : bytes(key);
        }

        private static byte[] bytes(JsonNode text) {
            return text.isNull() ? null : text.asText().getBytes(StandardCharsets.UTF_8);
        }

        private MemoryRecords marker(JsonNode op) {
            ControlRecordType type = op.get("type").asText().equals("commit") ? ControlRecordType.COMMIT : ControlRecordType.ABORT;
            return MemoryRecords.withEndTransactionMarker(
                files.time.milliseconds(), op.get("producerId").asLong(), PRODUCER_EPOCH, new EndTransactionMarker(type, COORDINATOR_EPOCH)
            );
        }

        private void roll(JsonNode op) throws Exception {
            if (!op.has("newBaseOffset")) {
                log.roll();
                return;
            }
            afterGap = op.get("newBaseOffset").asLong();
            log.roll(Optional.of(afterGap));
        }

        private ObjectNode clean(JsonNode op) throws Exception {
            long nowMs = op.get("nowMs").asLong();
            files.time.set(nowMs);
            log.updateConfig(new LogConfig(configs(vector, "compact")));
            log.updateHighWatermark(log.logEndOffset());
            LogToClean toClean = new LogToClean(log, op.get("firstDirtyOffset").asLong(), log.activeSegment().baseOffset(), false);
            Map.Entry<Long, CleanerStats> cleaned = cleaner.doClean(toClean, nowMs);
            ObjectNode all = left();
            all.put("nextDirtyOffset", cleaned.getKey());
            all.put("invalidMessages", cleaned.getValue().invalidMessagesRead());
            all.put("messagesRead", cleaned.getValue().messagesRead());
            all.put("messagesWritten", cleaned.getValue().messagesWritten());
            all.set("_kafkaAsserted", op.get("expect").get("_kafkaAsserted"));
            ObjectNode asked = Json.object();
            op.get("expect").fieldNames().forEachRemaining(field -> asked.set(field, all.get(field)));
            return asked;
        }

        private ObjectNode left() {
            ObjectNode left = Json.object();
            ArrayNode baseOffsets = left.putArray("batchBaseOffsets");
            ArrayNode lastOffsets = left.putArray("batchLastOffsets");
            ArrayNode offsets = left.putArray("recordOffsets");
            ArrayNode offsetsWithValue = left.putArray("offsetsWithValue");
            ArrayNode keysWithValue = left.putArray("keysWithValue");
            for (LogSegment segment : log.logSegments()) {
                for (RecordBatch batch : segment.log().batches()) {
                    baseOffsets.add(batch.baseOffset());
                    lastOffsets.add(batch.lastOffset());
                    for (Record record : batch) {
                        offsets.add(record.offset());
                        if (!record.hasKey() || !record.hasValue()) continue;
                        offsetsWithValue.add(record.offset());
                        if (!batch.isControlBatch()) keysWithValue.add(StandardCharsets.UTF_8.decode(record.key()).toString());
                    }
                }
            }
            ObjectNode sequences = left.putObject("lastSequenceByProducer");
            new TreeMap<>(log.activeProducersWithLastSequence()).forEach((producer, sequence) -> sequences.put(String.valueOf(producer), sequence));
            ArrayNode aborted = left.putArray("abortedTransactionsIndexed");
            log.collectAbortedTransactions(log.logStartOffset(), log.logEndOffset()).forEach(transaction ->
                aborted.addArray().add(transaction.producerId()).add(transaction.firstOffset()).add(transaction.lastOffset()));
            return left;
        }
    }
}
