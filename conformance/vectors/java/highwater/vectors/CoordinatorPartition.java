package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.group.GroupCoordinatorService;

/** GroupCoordinatorService.partitionFor: which partition of __consumer_offsets holds a group. */
final class CoordinatorPartition implements Group {
    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        String group = vector.get("groupId").asText();
        return Json.object()
            .put("hashCode", group.hashCode())
            .put("abs", Utils.abs(group.hashCode()))
            .put("partitionOf50", service(50).partitionFor(group))
            .put("partitionOf3", service(3).partitionFor(group));
    }

    /** It holds no group, so it needs nothing but its configuration. */
    private static GroupCoordinatorService service(int offsetsPartitions) throws ReflectiveOperationException {
        Constructor<?> constructor = GroupCoordinatorService.class.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object[] arguments = new Object[constructor.getParameterCount()];
        arguments[0] = new LogContext();
        arguments[1] = BrokerConfig.with(Map.of()).groupCoordinatorConfig();
        GroupCoordinatorService service = (GroupCoordinatorService) constructor.newInstance(arguments);
        // All of startup that this needs.
        Reflection.write(service, "numPartitions", offsetsPartitions);
        ((AtomicBoolean) Reflection.read(service, "isActive")).set(true);
        return service;
    }
}
