package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.ListOffsetsResponse;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * Where one broker's replicas stand, led by it or not: {"do": "replicas", "port": …, "partitions": ["payments-0"]} answers
 * [["payments-0", log end offset, high watermark, log start offset], …] of those that it has; none when it does not answer.
 *
 * The log end offset by ListOffsets with the replica id that Kafka keeps for debugging, high watermark and log start out of a
 * consumer's Fetch at that end, which brings no records. Both are answered by followers too, and change nothing.
 */
final class ReplicaLook {
    private static final int TIMEOUT_MS = 1_000;
    /** Of the versions that name topics by their names. */
    private static final short FETCH_VERSION = 12;
    private static final short LIST_OFFSETS_VERSION = 7;
    private static final String CLIENT_ID = "highwater-look";

    boolean handles(String what) {
        return what.equals("replicas");
    }

    JsonNode handle(JsonNode request) {
        ArrayNode result = Driver.JSON.createArrayNode();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.connect(new InetSocketAddress("127.0.0.1", request.get("port").asInt()), TIMEOUT_MS);
            for (String name : Administration.texts(request.get("partitions"))) {
                TopicPartition partition = Administration.partitionOf(name);
                long end = logEndOffset(socket, partition);
                var found = end < 0 ? null : fetchAt(socket, partition, end);
                if (found != null) result.addArray().add(name).add(end).add(found.highWatermark()).add(found.logStartOffset());
            }
        } catch (IOException silent) {
            // It does not listen yet, or stands still: nobody sees where its replicas are.
        }
        return result;
    }

    /** −1: the broker has no such replica. */
    private static long logEndOffset(Socket socket, TopicPartition partition) throws IOException {
        var wanted = new ListOffsetsRequestData.ListOffsetsTopic().setName(partition.topic()).setPartitions(List.of(
                new ListOffsetsRequestData.ListOffsetsPartition().setPartitionIndex(partition.partition())
                        .setTimestamp(ListOffsetsRequest.LATEST_TIMESTAMP)));
        var asked = ListOffsetsRequest.Builder.forReplica(LIST_OFFSETS_VERSION, ListOffsetsRequest.DEBUGGING_REPLICA_ID)
                .setTargetTimes(List.of(wanted)).build(LIST_OFFSETS_VERSION);
        var response = (ListOffsetsResponse) ask(socket, asked);
        var found = response.topics().get(0).partitions().get(0);
        return found.errorCode() == Errors.NONE.code() ? found.offset() : -1;
    }

    /** null: it answers with an error. */
    private static FetchResponseData.PartitionData fetchAt(Socket socket, TopicPartition partition, long offset) throws IOException {
        Map<TopicPartition, FetchRequest.PartitionData> wanted = new LinkedHashMap<>();
        wanted.put(partition, new FetchRequest.PartitionData(Uuid.ZERO_UUID, offset, 0, 1, Optional.empty()));
        var response = (FetchResponse) ask(socket, FetchRequest.Builder.forConsumer(FETCH_VERSION, 0, 0, wanted).build(FETCH_VERSION));
        if (response.data().responses().isEmpty()) return null;
        var found = response.data().responses().get(0).partitions().get(0);
        return found.errorCode() == Errors.NONE.code() ? found : null;
    }

    private static AbstractResponse ask(Socket socket, AbstractRequest request) throws IOException {
        ApiKeys api = request.apiKey();
        RequestHeader header = new RequestHeader(api, request.version(), CLIENT_ID, 1);
        ByteBuffer bytes = request.serializeWithHeader(header);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(bytes.remaining());
        out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        out.flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answer = new byte[in.readInt()];
        in.readFully(answer);
        return AbstractResponse.parseResponse(ByteBuffer.wrap(answer), header);
    }
}
