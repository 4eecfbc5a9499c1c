package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.classic.ClassicGroup;

/**
 * The classic protocol: the requests of a timeline on GroupCoordinatorShard, each answer at its time, and the group's state.
 *
 * A vector lists answers. What they answer is found so: an answer to what is parked is taken when the timeline comes to it;
 * any other is asked for at that moment. Heartbeats that were answered NONE are not listed: each member sends one
 * every three seconds from its SyncGroup on, until it is told of a rebalance. What only a timeline's name says stands in {@link ClassicScripts}.
 */
final class ClassicTimelines implements Group {
    private static final int HEARTBEAT_MS = 3000;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        return new Timeline(vector).run();
    }

    /** A client of the vector: `A`, which may have several member ids one after another. */
    private static final class Client {
        final String name;
        String instanceId;
        String memberId = "";
        CompletableFuture<JoinGroupResponseData> joining;
        CompletableFuture<SyncGroupResponseData> syncing;
        JoinGroupResponseData joined;
        /** At which its next heartbeat is due; null while it sends none. */
        Long heartbeatAtMs;

        Client(String name) {
            this.name = name;
        }
    }

    private static final class Timeline {
        private final JsonNode vector;
        private final String id;
        private final ClassicScripts script;
        private final ClassicCalls calls;
        private final ObjectNode gave = Json.object();
        private final ArrayNode events = gave.putArray("events");
        private final Map<String, Client> clients = new TreeMap<>();
        /** `B#2` for the second member id of B. */
        private final Map<String, String> nameOfMemberId = new HashMap<>();
        private final Map<String, Integer> memberIdsOf = new HashMap<>();
        private final Map<CompletableFuture<?>, Long> completedAtMs = new HashMap<>();

        Timeline(JsonNode vector) throws ReflectiveOperationException {
            this.vector = vector;
            id = vector.get("id").asText();
            script = ClassicScripts.of(id);
            JsonNode config = vector.get("config");
            Map<String, String> configs = new HashMap<>();
            configs.put("group.initial.rebalance.delay.ms", config.get("groupInitialRebalanceDelayMs").asText());
            if (config.has("groupMaxSize")) configs.put("group.max.size", config.get("groupMaxSize").asText());
            calls = new ClassicCalls(new Coordinator(configs, CoordinatorMetadataImage.EMPTY));
        }

        ObjectNode run() {
            for (JsonNode event : vector.get("events")) {
                long atMs = event.get("t").asLong();
                passTo(atMs, event);
                // The state of the group is no question: it changes by itself.
                if (event.has("member")) answer(event);
            }
            for (Client client : clients.values()) {
                if (client.joining != null && client.joining.isDone()) addJoin(client, client.joining);
                if (client.syncing != null && client.syncing.isDone()) addSync(client, client.syncing, generationOf(client));
            }
            return gave;
        }

        /** Timers and unlisted heartbeats up to this time, and at it, in their order; at one time the timers are first. */
        private void passTo(long ms, JsonNode event) {
            while (true) {
                Client next = null;
                for (Client client : clients.values()) {
                    if (client.heartbeatAtMs == null || client.heartbeatAtMs > ms) continue;
                    if (next == null || client.heartbeatAtMs < next.heartbeatAtMs) next = client;
                }
                if (next == null) break;
                long atMs = next.heartbeatAtMs;
                advanceTo(atMs);
                boolean isListed = atMs == ms && isHeartbeatOf(event, next);
                if (isListed) break;
                next.heartbeatAtMs = atMs + HEARTBEAT_MS;
                if (script.isSilent(next.name, atMs)) {
                    next.heartbeatAtMs = null;
                    continue;
                }
                heartbeat(next, generationOf(next), false);
            }
            advanceTo(ms);
        }

        /** Of this event, or of one at the same time after it. */
        private boolean isHeartbeatOf(JsonNode event, Client client) {
            boolean isReached = false;
            for (JsonNode other : vector.get("events")) {
                isReached |= other == event;
                if (!isReached || other.get("t").asLong() != event.get("t").asLong()) continue;
                if (other.path("api").asText().equals("Heartbeat") && other.path("member").asText().equals(client.name)) return true;
            }
            return false;
        }

        private void advanceTo(long ms) {
            JsonNode[] before = {groupAfter()};
            calls.coordinator.advanceTo(ms, (key, wroteRecords) -> {
                boolean hasAnswered = noteCompleted();
                JsonNode after = groupAfter();
                if (!hasAnswered && !after.equals(before[0])) {
                    ObjectNode changed = events.addObject().put("t", calls.coordinator.time.milliseconds()).put("event", "groupState");
                    changed.set("groupAfter", after);
                }
                before[0] = after;
            });
        }

        /** Whether anything parked has been answered since last time. */
        private boolean noteCompleted() {
            boolean hasNew = false;
            for (Client client : clients.values()) {
                for (CompletableFuture<?> future : new CompletableFuture<?>[] {client.joining, client.syncing}) {
                    if (future == null || !future.isDone() || completedAtMs.containsKey(future)) continue;
                    completedAtMs.put(future, calls.coordinator.time.milliseconds());
                    hasNew = true;
                }
            }
            return hasNew;
        }

        private void answer(JsonNode event) {
            Client client = clients.computeIfAbsent(event.get("member").asText(), this::clientOf);
            switch (event.get("api").asText()) {
                case "JoinGroup" -> answerJoin(client);
                case "SyncGroup" -> answerSync(client, event.path("generation").asInt());
                case "Heartbeat" -> heartbeat(client, event.get("generation").asInt(), true);
                case "LeaveGroup" -> leave(client, event);
                default -> throw new IllegalArgumentException(event.toString());
            }
        }

        private Client clientOf(String name) {
            Client client = new Client(name);
            client.instanceId = script.instanceOf(name);
            String stranger = script.strangerMemberId(name);
            if (stranger != null) {
                client.memberId = stranger;
                nameOfMemberId.put(stranger, stranger);
            }
            String before = script.oldProcessOf(name);
            if (before != null) client.memberId = script.oldMemberId;
            return client;
        }

        private void answerJoin(Client client) {
            if (client.joining != null) {
                addJoin(client, client.joining);
                return;
            }
            long nowMs = calls.coordinator.time.milliseconds();
            if (script.isRestart(client.name, nowMs)) {
                script.oldMemberId = client.memberId;
                client.memberId = "";
            }
            String asked = client.memberId;
            client.syncing = null;
            // While it joins it sends none.
            client.heartbeatAtMs = null;
            client.joining = calls.join(
                client.name, asked, client.instanceId, script.protocolsOf(client.name, nowMs), script.sessionTimeoutMs, script.rebalanceTimeoutMs
            );
            noteCompleted();
            if (client.joining.isDone()) {
                addJoin(client, client.joining);
                return;
            }
            ObjectNode parked = events.addObject()
                .put("t", nowMs)
                .put("member", client.name)
                .put("api", "JoinGroup")
                .put("memberId", nameOf(asked))
                .put("pending", true);
            parked.set("groupAfter", groupAfter());
        }

        private void addJoin(Client client, CompletableFuture<JoinGroupResponseData> future) {
            if (!future.isDone()) {
                events.addObject().put("t", calls.coordinator.time.milliseconds()).put("member", client.name).put("pending", true);
                return;
            }
            client.joining = null;
            JoinGroupResponseData response = future.join();
            number(response.memberId());
            Errors error = Errors.forCode(response.errorCode());
            ObjectNode answer = events.addObject()
                .put("t", completedAtMs.get(future))
                .put("member", client.name)
                .put("api", "JoinGroup")
                .put("response", true)
                .put("error", error.name())
                .put("memberId", nameOf(response.memberId()));
            if (error == Errors.NONE) {
                client.joined = response;
                List<String> members = new ArrayList<>();
                response.members().forEach(member -> members.add(nameOf(member.memberId())));
                answer
                    .put("generation", response.generationId())
                    .put("leader", nameOf(response.leader()))
                    .put("protocol", response.protocolName())
                    .put("isLeader", response.leader().equals(response.memberId()))
                    .put("skipAssignment", response.skipAssignment())
                    .set("members", Json.sortedTexts(members));
            }
            if (error == Errors.NONE || error == Errors.MEMBER_ID_REQUIRED) client.memberId = response.memberId();
            answer.set("groupAfter", groupAfter());
        }

        private void answerSync(Client client, int generation) {
            if (client.syncing != null) {
                addSync(client, client.syncing, generation);
                return;
            }
            Map<String, byte[]> assignments = new LinkedHashMap<>();
            boolean isLeader = client.joined != null && client.joined.leader().equals(client.memberId);
            // Each is given the name of its client.
            if (isLeader) client.joined.members().forEach(member -> assignments.put(member.memberId(), bytes(clientNameOf(member.memberId()))));
            String protocol = client.joined == null ? null : client.joined.protocolName();
            client.syncing = calls.sync(client.name, client.memberId, client.instanceId, generation, protocol, assignments);
            noteCompleted();
            if (client.syncing.isDone()) {
                addSync(client, client.syncing, generation);
                return;
            }
            ObjectNode parked = events.addObject()
                .put("t", calls.coordinator.time.milliseconds())
                .put("member", client.name)
                .put("api", "SyncGroup")
                .put("generation", generation)
                .put("pending", true);
            parked.set("groupAfter", groupAfter());
        }

        private void addSync(Client client, CompletableFuture<SyncGroupResponseData> future, int generation) {
            if (!future.isDone()) {
                events.addObject().put("t", calls.coordinator.time.milliseconds()).put("member", client.name).put("pending", true);
                return;
            }
            client.syncing = null;
            SyncGroupResponseData response = future.join();
            ObjectNode answer = events.addObject()
                .put("t", completedAtMs.get(future))
                .put("member", client.name)
                .put("api", "SyncGroup")
                .put("response", true)
                .put("generation", generation)
                .put("error", Errors.forCode(response.errorCode()).name())
                .put("assignment", new String(response.assignment(), StandardCharsets.UTF_8));
            if (response.errorCode() == Errors.NONE.code()) client.heartbeatAtMs = completedAtMs.get(future) + HEARTBEAT_MS;
            answer.set("groupAfter", groupAfter());
        }

        private void heartbeat(Client client, int generation, boolean isListed) {
            Errors error = calls.heartbeat(client.name, client.memberId, client.instanceId, generation);
            noteCompleted();
            if (error == Errors.REBALANCE_IN_PROGRESS) client.heartbeatAtMs = null;
            if (!isListed && error == Errors.NONE) return;
            ObjectNode answer = events.addObject()
                .put("t", calls.coordinator.time.milliseconds())
                .put("member", client.name)
                .put("api", "Heartbeat")
                .put("generation", generation)
                .put("error", error.name());
            answer.set("groupAfter", groupAfter());
        }

        private void leave(Client client, JsonNode event) {
            boolean isByMemberId = event.get("memberIdGiven").asBoolean();
            String instanceId = Json.text(event, "instanceId");
            Errors error = calls.leave(client.name, isByMemberId ? client.memberId : "", instanceId);
            noteCompleted();
            client.heartbeatAtMs = null;
            ObjectNode answer = events.addObject()
                .put("t", calls.coordinator.time.milliseconds())
                .put("member", client.name)
                .put("api", "LeaveGroup")
                .put("memberIdGiven", isByMemberId)
                .put("instanceId", instanceId)
                .put("error", error.name());
            answer.set("groupAfter", groupAfter());
        }

        private static int generationOf(Client client) {
            return client.joined == null ? -1 : client.joined.generationId();
        }

        private JsonNode groupAfter() {
            ClassicGroup group = calls.group();
            if (group == null) return Json.MAPPER.nullNode();
            return Json.object()
                .put("state", group.stateAsString())
                .put("generation", group.generationId())
                .put("members", group.numMembers());
        }

        private String nameOf(String memberId) {
            if (memberId == null || memberId.isEmpty()) return "";
            return nameOfMemberId.getOrDefault(memberId, clientNameOf(memberId));
        }

        /** A member id has its number from when its client is told of it. */
        private void number(String memberId) {
            if (memberId.isEmpty() || nameOfMemberId.containsKey(memberId)) return;
            String client = clientNameOf(memberId);
            int count = memberIdsOf.merge(client, 1, Integer::sum);
            nameOfMemberId.put(memberId, count == 1 ? client : client + "#" + count);
        }

        /** A member id begins with the instance id if there is one, else with the client id. */
        private String clientNameOf(String memberId) {
            return clients.values().stream()
                .filter(client -> memberId.startsWith(Objects.requireNonNullElse(client.instanceId, client.name) + "-"))
                .map(client -> client.name)
                .findFirst()
                .orElse(memberId);
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
