package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.types.ArrayOf;
import org.apache.kafka.common.protocol.types.Field;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.Struct;
import org.apache.kafka.common.protocol.types.Type;

/** RangeAssignor, RoundRobinAssignor, StickyAssignor, CooperativeStickyAssignor: what the leader of a classic group computes. */
final class ClientAssignors implements Group {
    private static final String COOPERATIVE = "cooperative-sticky";

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        String name = vector.get("assignor").asText();
        Cluster cluster = cluster(vector);
        Map<String, Subscription> subscriptions = new HashMap<>();
        for (JsonNode member : vector.get("members"))
            subscriptions.put(member.get("id").asText(), subscription(name, member));
        boolean forceRackAware = vector.path("forceRackAware").asBoolean(false);
        ObjectNode expect = assign(assignorOf(name), forceRackAware, cluster, subscriptions);
        ObjectNode gave = Json.object();
        gave.set("expect", expect);
        if (name.equals(COOPERATIVE)) {
            ObjectNode before = assign(new WithoutWithholding(), forceRackAware, cluster, subscriptions);
            if (!before.equals(expect)) gave.set("beforeWithholding", before);
        }
        return gave;
    }

    static AbstractPartitionAssignor assignorOf(String name) {
        return switch (name) {
            case "range" -> new RangeAssignor();
            case "roundrobin" -> new RoundRobinAssignor();
            case "sticky" -> new StickyAssignor();
            case COOPERATIVE -> new CooperativeStickyAssignor();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static ObjectNode assign(
        AbstractPartitionAssignor assignor, boolean forceRackAware, Cluster cluster, Map<String, Subscription> subscriptions
    ) throws ReflectiveOperationException {
        Reflection.write(assignor, "preferRackAwareLogic", forceRackAware);
        Map<String, Assignment> assignments = assignor.assign(cluster, new GroupSubscription(subscriptions)).groupAssignment();
        ObjectNode result = Json.object();
        new TreeMap<>(assignments).forEach((member, assignment) -> {
            List<String> partitions = new ArrayList<>();
            assignment.partitions().forEach(partition -> partitions.add(partition.toString()));
            if (new HashSet<>(partitions).size() != partitions.size())
                throw new IllegalStateException(member + " was given a partition twice: " + partitions);
            result.set(member, Json.sortedTexts(partitions));
        });
        return result;
    }

    /** What a member sends: its user data is made by its own assignor, as onAssignment left it. */
    private static Subscription subscription(String assignor, JsonNode member) {
        List<String> topics = Json.strings(member.get("topics"));
        List<TopicPartition> owned = new ArrayList<>();
        for (String partition : Json.strings(member.get("owned"))) owned.add(partitionOf(partition));
        // Without a generation: a client of before generations were sent.
        Optional<Integer> generation = Optional.ofNullable(member.get("generation")).map(JsonNode::asInt);
        ByteBuffer userData = generation.isPresent()
            ? userData(assignor, topics, owned, generation.get())
            : assignor.equals("sticky") && !owned.isEmpty() ? userDataWithoutGeneration(owned) : null;
        Subscription subscription = new Subscription(
            topics,
            userData,
            owned,
            generation.orElse(AbstractStickyAssignor.DEFAULT_GENERATION),
            Optional.ofNullable(Json.text(member, "rack"))
        );
        subscription.setGroupInstanceId(Optional.ofNullable(Json.text(member, "instanceId")));
        return subscription;
    }

    @SuppressWarnings("removal")
    static ByteBuffer userData(String name, List<String> topics, List<TopicPartition> owned, int generation) {
        AbstractPartitionAssignor assignor = assignorOf(name);
        if (generation != AbstractStickyAssignor.DEFAULT_GENERATION || !owned.isEmpty())
            assignor.onAssignment(new Assignment(owned), new ConsumerGroupMetadata("group", generation, "member", Optional.empty()));
        return assignor.subscriptionUserData(new LinkedHashSet<>(topics));
    }

    /** Version 0 of StickyAssignor's user data. */
    private static ByteBuffer userDataWithoutGeneration(List<TopicPartition> owned) {
        Schema topicSchema = new Schema(new Field("topic", Type.STRING), new Field("partitions", new ArrayOf(Type.INT32)));
        Schema schema = new Schema(new Field("previous_assignment", new ArrayOf(topicSchema)));
        Map<String, List<Integer>> byTopic = new LinkedHashMap<>();
        for (TopicPartition partition : owned)
            byTopic.computeIfAbsent(partition.topic(), topic -> new ArrayList<>()).add(partition.partition());
        List<Struct> topics = new ArrayList<>();
        byTopic.forEach((topic, partitions) ->
            topics.add(new Struct(topicSchema).set("topic", topic).set("partitions", partitions.toArray())));
        Struct data = new Struct(schema).set("previous_assignment", topics.toArray());
        ByteBuffer buffer = ByteBuffer.allocate(schema.sizeOf(data));
        schema.write(buffer, data);
        buffer.flip();
        return buffer;
    }

    private static TopicPartition partitionOf(String text) {
        int dash = text.lastIndexOf('-');
        return new TopicPartition(text.substring(0, dash), Integer.parseInt(text.substring(dash + 1)));
    }

    private static Cluster cluster(JsonNode vector) {
        Map<String, Node> nodeOfRack = new LinkedHashMap<>();
        List<PartitionInfo> partitions = new ArrayList<>();
        Set<String> topics = new HashSet<>();
        vector.get("topics").fields().forEachRemaining(topic -> {
            topics.add(topic.getKey());
            for (int partition = 0; partition < topic.getValue().asInt(); partition++) {
                List<Node> replicas = new ArrayList<>();
                for (String rack : Json.strings(vector.path("replicaRacks").path(topic.getKey()).get(partition)))
                    replicas.add(nodeOfRack.computeIfAbsent(rack, name -> new Node(nodeOfRack.size() + 1, "localhost", 9092, name)));
                Node[] nodes = replicas.toArray(new Node[0]);
                partitions.add(new PartitionInfo(topic.getKey(), partition, nodes.length == 0 ? Node.noNode() : nodes[0], nodes, nodes));
            }
        });
        return new Cluster("cluster", nodeOfRack.values(), partitions, Set.of(), Set.of());
    }

    /** CooperativeStickyAssignor up to the step that withholds partitions which another member still owns. */
    private static final class WithoutWithholding extends AbstractStickyAssignor {
        private static final CooperativeStickyAssignor COOPERATIVE_STICKY = new CooperativeStickyAssignor();

        @Override
        public String name() {
            return COOPERATIVE;
        }

        @Override
        protected MemberData memberData(Subscription subscription) {
            try {
                Method memberData = Reflection.method(CooperativeStickyAssignor.class, "memberData", Subscription.class);
                return (MemberData) memberData.invoke(COOPERATIVE_STICKY, subscription);
            } catch (InvocationTargetException failed) {
                throw new IllegalStateException(failed.getCause());
            } catch (ReflectiveOperationException missing) {
                throw new IllegalStateException(missing);
            }
        }
    }
}
