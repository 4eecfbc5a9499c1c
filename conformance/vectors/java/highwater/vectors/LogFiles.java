package highwater.vectors;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import org.apache.kafka.server.util.Scheduler;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogOffsetsListener;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** One UnifiedLog in a folder of its own, on a clock of ours. Nothing is done in the background: what is deleted only gets another name. */
final class LogFiles implements AutoCloseable {
    private static final int PRODUCER_EXPIRATION_MS = 86_400_000;

    final ManualTime time;
    final UnifiedLog log;
    private final TemporaryFolder folder = new TemporaryFolder();

    LogFiles(Map<String, String> configs, ManualTime time) throws IOException {
        this(configs, time, 0);
    }

    LogFiles(Map<String, String> configs, ManualTime time, long logStartOffset) throws IOException {
        this.time = time;
        File directory = new File(folder.file(), "t-0");
        if (!directory.mkdir()) throw new IOException("cannot make " + directory);
        log = UnifiedLog.create(
            directory,
            new LogConfig(configs),
            logStartOffset,
            logStartOffset,
            new Idle(),
            new BrokerTopicStats(true),
            time,
            PRODUCER_EXPIRATION_MS,
            new ProducerStateManagerConfig(PRODUCER_EXPIRATION_MS, false),
            PRODUCER_EXPIRATION_MS,
            new LogDirFailureChannel(1),
            true,
            Optional.empty(),
            new ConcurrentHashMap<>(),
            true,
            LogOffsetsListener.NO_OP_OFFSETS_LISTENER
        );
    }

    @Override
    public void close() throws IOException {
        log.close();
        folder.close();
    }

    /** Takes every task and does none. */
    private static final class Idle implements Scheduler {
        @Override
        public void startup() {
        }

        @Override
        public void shutdown() {
        }

        @Override
        public ScheduledFuture<?> schedule(String name, Runnable task, long delayMs, long periodMs) {
            return (ScheduledFuture<?>) Proxy.newProxyInstance(
                Idle.class.getClassLoader(), new Class<?>[] {ScheduledFuture.class}, (self, method, arguments) ->
                    method.getReturnType() == boolean.class ? Boolean.FALSE : null
            );
        }

        @Override
        public void resizeThreadPool(int size) {
        }
    }
}
