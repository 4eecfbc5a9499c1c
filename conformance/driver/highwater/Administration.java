package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreatePartitionsOptions;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DeleteTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/** Admin calls, each made once: none is made again by itself because a quota refused it. A call on several things answers for each of them: {"payments-0": "NONE", "payments-1": "ELECTION_NOT_NEEDED"}. */
final class Administration {
    private static final int TIMEOUT_MS = 20_000;
    private final Map<String, Admin> admins = new HashMap<>();

    JsonNode handle(String what, JsonNode request) throws Exception {
        if (what.equals("ping")) return null;
        if (what.equals("forget")) return forget();
        Admin admin = adminOf(request);
        return switch (what) {
            case "cluster" -> cluster(admin);
            case "topics" -> topics(admin);
            case "createTopic" -> createTopic(admin, request);
            case "deleteTopics" -> each(admin.deleteTopics(texts(request.get("topics")), new DeleteTopicsOptions().retryOnQuotaViolation(false)).topicNameValues(), Object::toString);
            case "createPartitions" -> createPartitions(admin, request);
            case "electLeaders" -> electLeaders(admin, request);
            case "reassign" -> reassign(admin, request);
            case "alterConfigs" -> alterConfigs(admin, request);
            case "alterQuotas" -> alterQuotas(admin, request);
            case "deleteRecords" -> each(admin.deleteRecords(Map.of(partitionOf(request.get("partition").asText()),
                    org.apache.kafka.clients.admin.RecordsToDelete.beforeOffset(request.get("offset").asLong())))
                    .lowWatermarks(), TopicPartition::toString);
            case "committed" -> committed(admin, request);
            case "unregister" -> {
                admin.unregisterBroker(request.get("broker").asInt()).all().get();
                yield null;
            }
            default -> throw new IllegalArgumentException("unknown request " + what);
        };
    }

    static Properties propertiesOf(JsonNode request) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", request.get("bootstrap").asText());
        properties.put("default.api.timeout.ms", TIMEOUT_MS);
        properties.put("request.timeout.ms", TIMEOUT_MS);
        properties.put("client.id", "highwater-admin");
        return properties;
    }

    /** What a group has committed, by partition. */
    private JsonNode committed(Admin admin, JsonNode request) throws Exception {
        ObjectNode offsets = Driver.JSON.createObjectNode();
        admin.listConsumerGroupOffsets(request.get("group").asText()).partitionsToOffsetAndMetadata().get()
                .forEach((partition, offset) -> { if (offset != null) offsets.put(partition.toString(), offset.offset()); });
        return offsets;
    }

    private synchronized Admin adminOf(JsonNode request) {
        return admins.computeIfAbsent(request.get("bootstrap").asText(), key -> Admin.create(propertiesOf(request)));
    }

    private synchronized JsonNode forget() {
        admins.values().forEach(admin -> admin.close(java.time.Duration.ZERO));
        admins.clear();
        return null;
    }

    private static JsonNode cluster(Admin admin) throws Exception {
        ObjectNode result = Driver.JSON.createObjectNode();
        ArrayNode brokers = result.putArray("brokers");
        for (Node node : admin.describeCluster().nodes().get(TIMEOUT_MS, TimeUnit.MILLISECONDS)) brokers.add(node.id());
        var quorum = admin.describeMetadataQuorum().quorumInfo().get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        result.put("leader", quorum.leaderId());
        result.put("epoch", quorum.leaderEpoch());
        result.put("highWatermark", quorum.highWatermark());
        return result;
    }

    private static JsonNode topics(Admin admin) throws Exception {
        Set<String> names = admin.listTopics(new org.apache.kafka.clients.admin.ListTopicsOptions().listInternal(true)).names().get();
        ObjectNode result = Driver.JSON.createObjectNode();
        admin.describeTopics(names).allTopicNames().get().forEach((name, description) -> {
            ArrayNode partitions = result.putArray(name);
            description.partitions().forEach(partition -> {
                ObjectNode entry = partitions.addObject();
                entry.put("partition", partition.partition());
                entry.put("leader", partition.leader() == null ? -1 : partition.leader().id());
                ids(entry.putArray("replicas"), partition.replicas());
                ids(entry.putArray("isr"), partition.isr());
            });
        });
        return result;
    }

    private static void ids(ArrayNode array, Collection<Node> nodes) {
        nodes.forEach(node -> array.add(node.id()));
    }

    private static JsonNode createTopic(Admin admin, JsonNode request) throws Exception {
        String name = request.get("topic").asText();
        NewTopic topic;
        if (request.hasNonNull("replicas")) {
            Map<Integer, List<Integer>> assignments = new HashMap<>();
            for (JsonNode replicas : request.get("replicas")) assignments.put(assignments.size(), ints(replicas));
            topic = new NewTopic(name, assignments);
        } else {
            int partitions = request.get("partitions").asInt();
            short factor = (short) request.get("replicationFactor").asInt();
            topic = new NewTopic(name,
                    partitions < 0 ? Optional.empty() : Optional.of(partitions),
                    factor < 0 ? Optional.empty() : Optional.of(factor));
        }
        topic.configs(textMap(request.get("configs")));
        admin.createTopics(List.of(topic), new CreateTopicsOptions().retryOnQuotaViolation(false)).all().get();
        return null;
    }

    private static JsonNode createPartitions(Admin admin, JsonNode request) throws Exception {
        int count = request.get("count").asInt();
        NewPartitions partitions;
        if (request.hasNonNull("replicas")) {
            List<List<Integer>> replicas = new ArrayList<>();
            for (JsonNode one : request.get("replicas")) replicas.add(ints(one));
            partitions = NewPartitions.increaseTo(count, replicas);
        } else partitions = NewPartitions.increaseTo(count);
        admin.createPartitions(Map.of(request.get("topic").asText(), partitions), new CreatePartitionsOptions().retryOnQuotaViolation(false)).all().get();
        return null;
    }

    private static JsonNode electLeaders(Admin admin, JsonNode request) throws Exception {
        ElectionType type = ElectionType.valueOf(request.get("electionType").asText());
        Set<TopicPartition> partitions = null;
        if (request.hasNonNull("partitions")) {
            partitions = new HashSet<>();
            for (JsonNode name : request.get("partitions")) partitions.add(partitionOf(name.asText()));
        }
        ObjectNode result = Driver.JSON.createObjectNode();
        admin.electLeaders(type, partitions).partitions().get().forEach((partition, error) ->
                result.put(partition.toString(), error.map(ErrorName::of).orElse("NONE")));
        return result;
    }

    private static JsonNode reassign(Admin admin, JsonNode request) {
        Map<TopicPartition, Optional<NewPartitionReassignment>> wanted = new HashMap<>();
        for (JsonNode one : request.get("reassignments")) {
            wanted.put(partitionOf(one.get("partition").asText()), one.hasNonNull("replicas")
                    ? Optional.of(new NewPartitionReassignment(ints(one.get("replicas")))) : Optional.empty());
        }
        return each(admin.alterPartitionReassignments(wanted).values(), TopicPartition::toString);
    }

    private static JsonNode alterConfigs(Admin admin, JsonNode request) throws Exception {
        ConfigResource.Type type = ConfigResource.Type.valueOf(request.get("type").asText());
        ConfigResource resource = new ConfigResource(type, request.get("name").asText());
        List<AlterConfigOp> operations = new ArrayList<>();
        textMap(request.get("configs")).forEach((name, value) ->
                operations.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        if (request.hasNonNull("remove")) {
            for (String name : texts(request.get("remove")))
                operations.add(new AlterConfigOp(new ConfigEntry(name, ""), AlterConfigOp.OpType.DELETE));
        }
        admin.incrementalAlterConfigs(Map.of(resource, operations)).all().get();
        return null;
    }

    private static JsonNode alterQuotas(Admin admin, JsonNode request) throws Exception {
        Map<String, String> entity = new HashMap<>();
        request.get("entity").properties().forEach(entry ->
                entity.put(entry.getKey(), entry.getValue().isNull() ? null : entry.getValue().asText()));
        List<ClientQuotaAlteration.Op> operations = new ArrayList<>();
        request.get("quotas").properties().forEach(entry -> operations.add(new ClientQuotaAlteration.Op(
                entry.getKey(), entry.getValue().isNull() ? null : entry.getValue().asDouble())));
        admin.alterClientQuotas(List.of(new ClientQuotaAlteration(new ClientQuotaEntity(entity), operations))).all().get();
        return null;
    }

    private static <K> JsonNode each(Map<K, ? extends KafkaFuture<?>> futures, java.util.function.Function<K, String> name) {
        ObjectNode result = Driver.JSON.createObjectNode();
        futures.forEach((key, future) -> {
            String error = "NONE";
            try {
                future.get();
            } catch (Exception failed) {
                error = ErrorName.of(failed.getCause() == null ? failed : failed.getCause());
            }
            result.put(name.apply(key), error);
        });
        return result;
    }

    static TopicPartition partitionOf(String name) {
        int dash = name.lastIndexOf('-');
        return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
    }

    static List<Integer> ints(JsonNode array) {
        List<Integer> result = new ArrayList<>();
        array.forEach(one -> result.add(one.asInt()));
        return result;
    }

    static List<String> texts(JsonNode array) {
        List<String> result = new ArrayList<>();
        array.forEach(one -> result.add(one.asText()));
        return result;
    }

    static Map<String, String> textMap(JsonNode object) {
        if (object == null || object.isNull()) return Map.of();
        return object.properties().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().asText()));
    }
}
