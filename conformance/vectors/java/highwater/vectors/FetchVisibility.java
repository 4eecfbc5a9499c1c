package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** UnifiedLog.read as a consumer's fetch: up to where it sees. */
final class FetchVisibility implements Group {
    private static final int NO_LIMIT_BYTES = 1 << 20;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        try (LogFiles files = new LogFiles(Map.of(), new ManualTime(0))) {
            UnifiedLog log = files.log;
            long lastStableOffset = vector.get("lastStableOffset").asLong();
            boolean isOpen = lastStableOffset < vector.get("highWatermark").asLong();
            for (long offset = 0; offset < vector.get("logEndOffset").asLong(); offset++) {
                SimpleRecord record = new SimpleRecord(0L, null, new byte[1]);
                log.appendAsFollower(isOpen && offset == lastStableOffset
                    ? MemoryRecords.withTransactionalRecords(offset, Compression.NONE, 1L, (short) 0, 0, 0, record)
                    : MemoryRecords.withRecords(offset, Compression.NONE, 0, record), 0);
            }
            log.updateHighWatermark(vector.get("highWatermark").asLong());
            log.maybeIncrementLogStartOffset(vector.get("logStartOffset").asLong(), LogStartOffsetIncrementReason.ClientRecordDeletion);
            ObjectNode gave = Json.object();
            ObjectNode expect = gave.putObject("expect");
            boolean isCommitted = vector.get("isolation").asText().equals("read_committed");
            try {
                Long end = null;
                for (RecordBatch batch : log.read(
                    vector.get("fetchOffset").asLong(), NO_LIMIT_BYTES, isCommitted ? FetchIsolation.TXN_COMMITTED : FetchIsolation.HIGH_WATERMARK, true
                ).records.batches()) end = batch.nextOffset();
                // Nothing, and no error: DelayedFetch waits for more.
                if (end == null) expect.put("empty", true).put("waits", true);
                else expect.put("visibleUpToExclusive", end);
            } catch (ApiException refused) {
                expect.put("error", Errors.forException(refused).name());
            }
            return gave;
        }
    }
}
