package highwater.vectors;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.FileRecords;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.storage.internals.log.LazyIndex;
import org.apache.kafka.storage.internals.log.LogFileUtils;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.TransactionIndex;

/** One LogSegment in a folder of its own, which goes when it is closed. */
final class SegmentFiles implements AutoCloseable {
    final LogSegment segment;
    private final TemporaryFolder folder = new TemporaryFolder();

    SegmentFiles(long baseOffset, int indexIntervalBytes, int segmentIndexBytes, long rollJitterMs, ManualTime time) throws IOException {
        segment = new LogSegment(
            FileRecords.open(LogFileUtils.logFile(folder.file(), baseOffset)),
            LazyIndex.forOffset(LogFileUtils.offsetIndexFile(folder.file(), baseOffset), baseOffset, segmentIndexBytes),
            LazyIndex.forTime(LogFileUtils.timeIndexFile(folder.file(), baseOffset), baseOffset, segmentIndexBytes),
            new TransactionIndex(baseOffset, LogFileUtils.transactionIndexFile(folder.file(), baseOffset)),
            baseOffset,
            indexIntervalBytes,
            rollJitterMs,
            time
        );
    }

    /** A batch of format v2 with these timestamps, padded by its values to just this size. */
    static MemoryRecords batch(long baseOffset, List<Long> timestamps, int sizeInBytes) {
        return batch(baseOffset, null, timestamps, sizeInBytes);
    }

    /** All its records have this key. */
    static MemoryRecords batch(long baseOffset, byte[] key, List<Long> timestamps, int sizeInBytes) {
        int value = Math.max(0, (sizeInBytes - padded(baseOffset, key, timestamps, 0, 0).sizeInBytes()) / timestamps.size());
        while (value > 0 && padded(baseOffset, key, timestamps, value, value).sizeInBytes() > sizeInBytes) value--;
        // The length of a value stands before it in one byte or more, so not every size has an even padding: the last record has the rest.
        for (; value >= 0; value--) {
            int last = value;
            MemoryRecords records = padded(baseOffset, key, timestamps, value, last);
            while (records.sizeInBytes() < sizeInBytes) records = padded(baseOffset, key, timestamps, value, ++last);
            if (records.sizeInBytes() == sizeInBytes) return records;
        }
        throw new IllegalArgumentException("no batch of " + sizeInBytes + " bytes");
    }

    private static MemoryRecords padded(long baseOffset, byte[] key, List<Long> timestamps, int value, int lastValue) {
        SimpleRecord[] records = new SimpleRecord[timestamps.size()];
        for (int i = 0; i < records.length; i++)
            records[i] = new SimpleRecord(timestamps.get(i), key, new byte[i == records.length - 1 ? lastValue : value]);
        return MemoryRecords.withRecords(baseOffset, Compression.NONE, 0, records);
    }

    @Override
    public void close() throws IOException {
        segment.close();
        folder.close();
    }
}
