package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.ThrottlingQuotaExceededException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Quota;
import org.apache.kafka.common.metrics.QuotaViolationException;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.TokenBucket;
import org.apache.kafka.server.quota.ControllerMutationQuota;
import org.apache.kafka.server.quota.ControllerMutationQuotaManager;
import org.apache.kafka.server.quota.PermissiveControllerMutationQuota;
import org.apache.kafka.server.quota.StrictControllerMutationQuota;

/** StrictControllerMutationQuota, PermissiveControllerMutationQuota, ControllerMutationQuotaManager.throttleTimeMs. */
final class ControllerMutationQuotas implements Group {
    /** A bucket is empty at time zero and fills from there: by any real clock it is full. */
    private static final long START_MS = 1_000_000;
    private static final MetricName NAME = new MetricName("tokens", "quota", "", Map.of());

    @Override
    public ObjectNode run(JsonNode vector) {
        ManualTime time = new ManualTime(START_MS);
        double rate = vector.get("ratePerSec").asDouble();
        MetricConfig config = new MetricConfig()
            .samples(vector.path("samples").asInt(1))
            .timeWindow(1, TimeUnit.SECONDS)
            .quota(Quota.upperBound(rate));
        try (Metrics metrics = new Metrics(time)) {
            Sensor sensor = metrics.sensor("mutations");
            sensor.add(NAME, new TokenBucket(), config);
            KafkaMetric tokens = metrics.metric(NAME);
            ObjectNode gave = Json.object();
            if (vector.has("lookups")) addThrottleTimes(gave, vector, tokens, rate);
            else addTimeline(gave, vector, tokens, time, vector.get("mode").asText().equals("strict")
                ? new StrictControllerMutationQuota(time, sensor)
                : new PermissiveControllerMutationQuota(time, sensor));
            return gave;
        }
    }

    private static void addThrottleTimes(ObjectNode gave, JsonNode vector, KafkaMetric tokens, double rate) {
        ArrayNode lookups = gave.putArray("lookups");
        for (JsonNode lookup : vector.get("lookups")) {
            QuotaViolationException violation = new QuotaViolationException(tokens, lookup.get("tokens").asDouble(), rate);
            lookups.add(Json.copyOf(lookup).put("throttleMs", ControllerMutationQuotaManager.throttleTimeMs(violation)));
        }
    }

    private static void addTimeline(ObjectNode gave, JsonNode vector, KafkaMetric tokens, ManualTime time, ControllerMutationQuota quota) {
        ArrayNode events = gave.putArray("events");
        for (JsonNode event : vector.get("events")) {
            time.set(START_MS + event.get("atMs").asLong());
            ObjectNode after = Json.copyOf(event);
            if (!event.get("record").isNull()) {
                boolean isAccepted = true;
                try {
                    quota.record(event.get("record").asDouble());
                } catch (ThrottlingQuotaExceededException refused) {
                    isAccepted = false;
                }
                after.put("accepted", isAccepted).put("tokensAfter", (double) tokens.metricValue());
            }
            events.add(after.put("throttleMs", quota.throttleTime()));
        }
    }
}
