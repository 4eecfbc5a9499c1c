package highwater.vectors;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorResult;
import org.apache.kafka.coordinator.group.GroupConfigManager;
import org.apache.kafka.coordinator.group.GroupCoordinatorShard;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;

/** What is called otherwise in one version of Kafka than in another. Classes that only moved are renamed when the runners are built (runVectors.ts). */
final class Versions {
    private Versions() {
    }

    /** From 4.4 it takes the broker's configurations, before that the default of every group. */
    static GroupConfigManager groupConfigManager(KafkaConfig config) throws ReflectiveOperationException {
        Constructor<?> constructor = GroupConfigManager.class.getConstructors()[0];
        return (GroupConfigManager) (constructor.getParameterCount() == 1
            ? constructor.newInstance(Map.of())
            : constructor.newInstance(config.groupCoordinatorConfig(), Reflection.call(config, "shareGroupConfig")));
    }

    /** From 4.4 some methods of the shard say what was done before, for groups of Kafka Streams: nothing was. */
    @SuppressWarnings("unchecked")
    static <T> CoordinatorResult<T, CoordinatorRecord> call(GroupCoordinatorShard shard, String name, Object... arguments) {
        Method method = Arrays.stream(GroupCoordinatorShard.class.getMethods())
            .filter(one -> one.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(name));
        List<Object> all = new ArrayList<>(List.of(arguments));
        while (all.size() < method.getParameterCount()) all.add(false);
        try {
            return (CoordinatorResult<T, CoordinatorRecord>) method.invoke(shard, all.toArray());
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof RuntimeException refused ? refused : new IllegalStateException(failed.getCause());
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }

    /** Partitions of a member as its builder takes them: from 4.4 each has the epoch at which it was assigned. */
    static Map<Uuid, Object> withEpochs(Map<Uuid, Set<Integer>> partitions, int epoch) throws NoSuchMethodException {
        Type taken = ConsumerGroupMember.Builder.class.getMethod("setAssignedPartitions", Map.class).getGenericParameterTypes()[0];
        boolean hasEpochs = !taken.getTypeName().contains(Set.class.getName());
        Map<Uuid, Object> converted = new HashMap<>();
        partitions.forEach((topic, numbers) -> {
            Map<Integer, Integer> epochs = new HashMap<>();
            numbers.forEach(number -> epochs.put(number, epoch));
            converted.put(topic, hasEpochs ? epochs : numbers);
        });
        return converted;
    }

    /** The other way round: without them. */
    static Map<Uuid, Set<Integer>> withoutEpochs(Map<Uuid, ?> partitions) {
        Map<Uuid, Set<Integer>> converted = new HashMap<>();
        partitions.forEach((topic, numbers) -> {
            Collection<?> all = numbers instanceof Map<?, ?> epochs ? epochs.keySet() : (Collection<?>) numbers;
            Set<Integer> set = new HashSet<>();
            all.forEach(number -> set.add((Integer) number));
            converted.put(topic, set);
        });
        return converted;
    }
}
