package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.QuotaViolationException;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.server.quota.QuotaUtils;

/** QuotaUtils: how long a client is throttled for a rate measured over a window. */
final class QuotaThrottleFormula implements Group {
    @Override
    public ObjectNode run(JsonNode vector) {
        long windowMs = vector.get("windowMs").asLong();
        MetricName name = new MetricName("byte-rate", "quota", "", Map.of());
        try (Metrics metrics = new Metrics(new ManualTime(0))) {
            metrics.addMetric(name, new MetricConfig(), new Rate() {
                @Override
                public long windowSize(MetricConfig config, long nowMs) {
                    return windowMs;
                }
            });
            KafkaMetric metric = metrics.metric(name);
            QuotaViolationException violation =
                new QuotaViolationException(metric, vector.get("observed").asDouble(), vector.get("quota").asDouble());
            JsonNode maxThrottleMs = vector.get("maxThrottleMs");
            return Json.object().put("expectMs", maxThrottleMs.isNull()
                ? QuotaUtils.throttleTime(violation, 0)
                : QuotaUtils.boundedThrottleTime(violation, maxThrottleMs.asLong(), 0));
        }
    }
}
