package highwater.vectors;

import com.yammer.metrics.core.MetricsRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.coordinator.common.runtime.CoordinatorExecutor;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorResult;
import org.apache.kafka.coordinator.common.runtime.CoordinatorTimer;
import org.apache.kafka.coordinator.group.Group;
import org.apache.kafka.coordinator.group.GroupCoordinatorShard;
import org.apache.kafka.coordinator.group.GroupMetadataManager;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetrics;
import org.apache.kafka.timeline.SnapshotRegistry;

/**
 * GroupCoordinatorShard with all that is in it (GroupMetadataManager above all), on a clock of ours. Around it this plays
 * CoordinatorRuntime: records are replayed and committed at once, what fails is taken back, timers fire in the order of their times.
 */
final class Coordinator {
    private static final long NO_PRODUCER_ID = -1L;
    private static final short NO_PRODUCER_EPOCH = -1;
    private static final long TICK_MS = 1;

    final ManualTime time = new ManualTime(0);
    final GroupCoordinatorShard shard;
    private final GroupMetadataManager groups;
    private final SnapshotRegistry snapshots = new SnapshotRegistry(new LogContext());
    private final Timers timers = new Timers();
    private final Tasks tasks = new Tasks();
    private long nextOffset = 0;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Coordinator(Map<String, String> configs, CoordinatorMetadataImage image) throws ReflectiveOperationException {
        KafkaConfig config = BrokerConfig.with(configs);
        GroupCoordinatorShard.Builder builder =
            new GroupCoordinatorShard.Builder(config.groupCoordinatorConfig(), Versions.groupConfigManager(config));
        builder.withAuthorizerPlugin(Optional.empty());
        builder
            .withLogContext(new LogContext())
            .withTime(time)
            .withTimer((CoordinatorTimer) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {CoordinatorTimer.class}, timers))
            .withExecutor(tasks)
            .withCoordinatorMetrics(new GroupCoordinatorMetrics(new MetricsRegistry(), new Metrics()))
            .withTopicPartition(new TopicPartition("__consumer_offsets", 0))
            .withSnapshotRegistry(snapshots);
        shard = builder.build();
        groups = (GroupMetadataManager) Reflection.read(shard, "groupMetadataManager");
        snapshots.idempotentCreateSnapshot(nextOffset);
        shard.onLoaded(image);
    }

    /** null if there is none. */
    Group group(String id) {
        try {
            return groups.group(id);
        } catch (GroupIdNotFoundException none) {
            return null;
        }
    }

    /** One write operation: its records are applied, committed, and then it is answered. */
    <T> T write(Supplier<CoordinatorResult<T, CoordinatorRecord>> operation) {
        CoordinatorResult<T, CoordinatorRecord> result;
        try {
            result = operation.get();
        } catch (RuntimeException refused) {
            snapshots.revertToSnapshot(nextOffset);
            throw refused;
        }
        commit(result);
        return result.response();
    }

    private void commit(CoordinatorResult<?, CoordinatorRecord> result) {
        for (CoordinatorRecord record : result.records()) {
            if (result.replayRecords()) shard.replay(nextOffset, NO_PRODUCER_ID, NO_PRODUCER_EPOCH, record);
            nextOffset++;
        }
        snapshots.idempotentCreateSnapshot(nextOffset);
        snapshots.deleteSnapshotsUpTo(nextOffset);
        if (result.appendFuture() != null) result.appendFuture().complete(null);
        tasks.runAll();
    }

    /** Told after each timer that fired. */
    interface TimerListener {
        void onFired(String key, boolean wroteRecords);
    }

    /** Lets the time pass, timers included that are due at that very moment. */
    void advanceTo(long ms, TimerListener listener) {
        while (true) {
            Due next = timers.first();
            if (next == null || next.atMs > ms) break;
            time.set(Math.max(time.milliseconds(), next.atMs));
            timers.due.remove(next.key);
            CoordinatorResult<Void, CoordinatorRecord> result = recordsOf(next.operation);
            commit(result);
            listener.onFired(next.key, !result.records().isEmpty());
        }
        time.set(ms);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static CoordinatorResult<Void, CoordinatorRecord> recordsOf(Object operation) {
        return (CoordinatorResult<Void, CoordinatorRecord>) ((CoordinatorTimer.TimeoutOperation) operation).generateRecords();
    }

    private record Due(String key, long atMs, long order, Object operation) {
    }

    /** CoordinatorTimer has two type parameters before 4.4 and one since then, so that no class can implement it in both. */
    private final class Timers implements InvocationHandler {
        private final Map<String, Due> due = new HashMap<>();
        private long order = 0;

        Due first() {
            Due first = null;
            for (Due one : due.values())
                if (first == null || one.atMs < first.atMs || one.atMs == first.atMs && one.order < first.order) first = one;
            return first;
        }

        /** The operation is the last argument, whether or not there is a pause between two tries. */
        @Override
        public Object invoke(Object self, Method method, Object[] arguments) {
            String key = (String) arguments[0];
            switch (method.getName()) {
                case "isScheduled":
                    return due.containsKey(key);
                case "cancel":
                    due.remove(key);
                    return null;
                case "scheduleIfAbsent":
                    if (due.containsKey(key)) return null;
                    break;
                case "schedule":
                    break;
                default:
                    throw new IllegalArgumentException(method.getName());
            }
            // The clock has whole ms: what has no delay fires with the next.
            long delayMs = Math.max(TICK_MS, ((TimeUnit) arguments[2]).toMillis((long) arguments[1]));
            due.put(key, new Due(key, time.milliseconds() + delayMs, order++, arguments[arguments.length - 1]));
            return null;
        }
    }

    /** What the coordinator does beside its writes is done right after the write that asked for it. */
    private final class Tasks implements CoordinatorExecutor<CoordinatorRecord> {
        private final Map<String, Runnable> scheduled = new HashMap<>();
        private final Queue<String> keys = new ArrayDeque<>();

        void runAll() {
            List<String> all = new ArrayList<>(keys);
            keys.clear();
            for (String key : all) {
                Runnable task = scheduled.remove(key);
                if (task != null) task.run();
            }
        }

        @Override
        public <R> boolean schedule(String key, TaskRunnable<R> task, TaskOperation<CoordinatorRecord, R> operation) {
            keys.add(key);
            return scheduled.putIfAbsent(key, () -> {
                R result = null;
                Throwable failure = null;
                try {
                    result = task.run();
                } catch (Throwable failed) {
                    failure = failed;
                }
                commit(operation.onComplete(result, failure));
            }) == null;
        }

        @Override
        public boolean isScheduled(String key) {
            return scheduled.containsKey(key);
        }

        @Override
        public void cancel(String key) {
            scheduled.remove(key);
        }
    }
}
