package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Quota;
import org.apache.kafka.common.metrics.QuotaViolationException;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.server.quota.QuotaUtils;

/** Sensor, Rate and QuotaUtils.throttleTime, put together as ClientQuotaManager does. */
final class QuotaRate implements Group {
    @Override
    public ObjectNode run(JsonNode vector) {
        MetricConfig config = new MetricConfig()
            .samples(vector.get("samples").asInt())
            .timeWindow(vector.get("windowMs").asLong(), TimeUnit.MILLISECONDS)
            .quota(Quota.upperBound(vector.get("quotaBytesPerSec").asDouble()));
        ManualTime time = new ManualTime(0);
        try (Metrics metrics = new Metrics(time)) {
            Rate rate = new Rate();
            Sensor sensor = metrics.sensor("bytes");
            sensor.add(new MetricName("byte-rate", "quota", "", Map.of()), rate, config);
            ObjectNode gave = Json.object();
            ArrayNode events = gave.putArray("events");
            for (JsonNode event : vector.get("events")) {
                long nowMs = event.get("atMs").asLong();
                time.set(nowMs);
                long throttleMs = 0;
                try {
                    sensor.record(event.get("bytes").asDouble(), nowMs, true);
                } catch (QuotaViolationException violated) {
                    throttleMs = QuotaUtils.throttleTime(violated, nowMs);
                }
                events.add(Json.copyOf(event)
                    .put("rate", rate.measure(config, nowMs))
                    .put("windowMs", rate.windowSize(config, nowMs))
                    .put("throttleMs", throttleMs));
            }
            return gave;
        }
    }
}
