package highwater.vectors;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Timer;

/** A clock that stands until it is set. */
final class ManualTime implements Time {
    private long nowMs;

    ManualTime(long nowMs) {
        this.nowMs = nowMs;
    }

    void set(long ms) {
        nowMs = ms;
    }

    @Override
    public long milliseconds() {
        return nowMs;
    }

    @Override
    public long hiResClockMs() {
        return nowMs;
    }

    @Override
    public long nanoseconds() {
        return TimeUnit.MILLISECONDS.toNanos(nowMs);
    }

    @Override
    public void sleep(long ms) {
        nowMs += ms;
    }

    @Override
    public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs) {
        throw new UnsupportedOperationException("nothing waits here");
    }

    @Override
    public Timer timer(long timeoutMs) {
        throw new UnsupportedOperationException("nothing waits here");
    }
}
