package highwater.vectors;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocolCollection;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.LeaveGroupRequestData;
import org.apache.kafka.common.message.LeaveGroupRequestData.MemberIdentity;
import org.apache.kafka.common.message.LeaveGroupResponseData;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.message.SyncGroupRequestData.SyncGroupRequestAssignment;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.classic.ClassicGroup;

/** The requests of the classic protocol to one group, in their latest versions. */
final class ClassicCalls {
    private static final String GROUP = "g";
    private static final String PROTOCOL_TYPE = "consumer";

    final Coordinator coordinator;

    ClassicCalls(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** null if there is none. */
    ClassicGroup group() {
        return (ClassicGroup) coordinator.group(GROUP);
    }

    /** `protocols`: metadata by name, the one that is liked best first. */
    CompletableFuture<JoinGroupResponseData> join(
        String clientId, String memberId, String instanceId, Map<String, byte[]> protocols, int sessionTimeoutMs, int rebalanceTimeoutMs
    ) {
        JoinGroupRequestProtocolCollection supported = new JoinGroupRequestProtocolCollection();
        protocols.forEach((name, metadata) -> supported.add(new JoinGroupRequestProtocol().setName(name).setMetadata(metadata)));
        JoinGroupRequestData request = new JoinGroupRequestData()
            .setGroupId(GROUP)
            .setMemberId(memberId)
            .setGroupInstanceId(instanceId)
            .setProtocolType(PROTOCOL_TYPE)
            .setProtocols(supported)
            .setSessionTimeoutMs(sessionTimeoutMs)
            .setRebalanceTimeoutMs(rebalanceTimeoutMs);
        CompletableFuture<JoinGroupResponseData> answer = new CompletableFuture<>();
        try {
            coordinator.write(() -> Versions.call(coordinator.shard, "classicGroupJoin", context(ApiKeys.JOIN_GROUP, clientId), request, answer));
        } catch (ApiException refused) {
            answer.complete(new JoinGroupResponseData().setMemberId(memberId).setErrorCode(Errors.forException(refused).code()));
        }
        return answer;
    }

    /** `assignments` by member id: empty unless it is the leader who asks. */
    CompletableFuture<SyncGroupResponseData> sync(
        String clientId, String memberId, String instanceId, int generation, String protocol, Map<String, byte[]> assignments
    ) {
        List<SyncGroupRequestAssignment> given = new TreeMap<>(assignments).entrySet().stream()
            .map(entry -> new SyncGroupRequestAssignment().setMemberId(entry.getKey()).setAssignment(entry.getValue()))
            .toList();
        SyncGroupRequestData request = new SyncGroupRequestData()
            .setGroupId(GROUP)
            .setMemberId(memberId)
            .setGroupInstanceId(instanceId)
            .setGenerationId(generation)
            .setProtocolType(PROTOCOL_TYPE)
            .setProtocolName(protocol)
            .setAssignments(given);
        CompletableFuture<SyncGroupResponseData> answer = new CompletableFuture<>();
        try {
            coordinator.write(() -> coordinator.shard.classicGroupSync(context(ApiKeys.SYNC_GROUP, clientId), request, answer));
        } catch (ApiException refused) {
            answer.complete(new SyncGroupResponseData().setErrorCode(Errors.forException(refused).code()));
        }
        return answer;
    }

    Errors heartbeat(String clientId, String memberId, String instanceId, int generation) {
        HeartbeatRequestData request = new HeartbeatRequestData()
            .setGroupId(GROUP)
            .setMemberId(memberId)
            .setGroupInstanceId(instanceId)
            .setGenerationId(generation);
        try {
            return Errors.forCode(coordinator.write(
                () -> coordinator.shard.classicGroupHeartbeat(context(ApiKeys.HEARTBEAT, clientId), request)
            ).errorCode());
        } catch (ApiException refused) {
            return Errors.forException(refused);
        }
    }

    Errors leave(String clientId, String memberId, String instanceId) {
        LeaveGroupRequestData request = new LeaveGroupRequestData()
            .setGroupId(GROUP)
            .setMembers(List.of(new MemberIdentity().setMemberId(memberId).setGroupInstanceId(instanceId)));
        try {
            LeaveGroupResponseData response = coordinator.write(
                () -> coordinator.shard.classicGroupLeave(context(ApiKeys.LEAVE_GROUP, clientId), request)
            );
            short error = response.errorCode() != Errors.NONE.code() ? response.errorCode() : response.members().get(0).errorCode();
            return Errors.forCode(error);
        } catch (ApiException refused) {
            return Errors.forException(refused);
        }
    }

    private static Context context(ApiKeys api, String clientId) {
        return new Context("User:ANONYMOUS", "127.0.0.1", api.id, api.latestVersion(), clientId);
    }
}
