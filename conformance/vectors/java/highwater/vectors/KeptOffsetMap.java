package highwater.vectors;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.NoSuchAlgorithmException;
import org.apache.kafka.storage.internals.log.OffsetMap;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;

/**
 * SkimpyOffsetMap, but for the latest offset, which it keeps from pass to pass. So do Kafka's tests: a pass in which nothing is dirty,
 * which a broker would not begin, then still goes over what was cleaned before.
 */
final class KeptOffsetMap implements OffsetMap {
    private static final int ENTRY_BYTES = 24;

    private final SkimpyOffsetMap map;
    private long latestOffset = -1;

    KeptOffsetMap(int slots) throws NoSuchAlgorithmException {
        map = new SkimpyOffsetMap(slots * ENTRY_BYTES);
    }

    @Override
    public int slots() {
        return map.slots();
    }

    @Override
    public void put(ByteBuffer key, long offset) throws DigestException {
        map.put(key, offset);
        latestOffset = offset;
    }

    @Override
    public long get(ByteBuffer key) throws DigestException {
        return map.get(key);
    }

    @Override
    public void updateLatestOffset(long offset) {
        map.updateLatestOffset(offset);
        latestOffset = offset;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public long latestOffset() {
        return latestOffset;
    }
}
