package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Quota;
import org.apache.kafka.common.metrics.stats.TokenBucket;

/** TokenBucket, the measure of the controller mutation quota. */
final class TokenBuckets implements Group {
    /** A bucket is empty at time zero and fills from there: by any real clock it is full. */
    private static final long START_MS = 1_000_000;

    @Override
    public ObjectNode run(JsonNode vector) {
        MetricConfig config = new MetricConfig()
            .samples(vector.get("samples").asInt())
            .timeWindow(vector.get("windowMs").asLong(), TimeUnit.MILLISECONDS)
            .quota(Quota.upperBound(vector.get("ratePerSec").asDouble()));
        TokenBucket bucket = new TokenBucket();
        ObjectNode gave = Json.object();
        ArrayNode events = gave.putArray("events");
        for (JsonNode event : vector.get("events")) {
            long nowMs = START_MS + event.get("atMs").asLong();
            ObjectNode measured = Json.copyOf(event).put("tokensBefore", bucket.measure(config, nowMs));
            bucket.record(config, event.get("value").asDouble(), nowMs);
            events.add(measured.put("tokensAfter", bucket.measure(config, nowMs)));
        }
        return gave;
    }
}
