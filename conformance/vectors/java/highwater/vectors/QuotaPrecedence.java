package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Quota;
import org.apache.kafka.server.config.ClientQuotaManagerConfig;
import org.apache.kafka.server.quota.ClientQuotaEntity.ConfigEntity;
import org.apache.kafka.server.quota.ClientQuotaManager;
import org.apache.kafka.server.quota.QuotaType;

/** ClientQuotaManager: which of several quotas holds for a user and a client id. */
final class QuotaPrecedence implements Group {
    private static final String DEFAULT = "<default>";

    @Override
    public ObjectNode run(JsonNode vector) {
        ManualTime time = new ManualTime(0);
        try (Metrics metrics = new Metrics(time)) {
            ClientQuotaManager quotas = new ClientQuotaManager(new ClientQuotaManagerConfig(), metrics, QuotaType.PRODUCE, time, "vectors");
            for (JsonNode quota : vector.get("quotas")) {
                quotas.updateQuota(
                    entity(Json.text(quota, "user"), true),
                    entity(Json.text(quota, "clientId"), false),
                    Optional.of(Quota.upperBound(quota.get("rate").asDouble()))
                );
            }
            ObjectNode gave = Json.object();
            ArrayNode lookups = gave.putArray("lookups");
            for (JsonNode lookup : vector.get("lookups")) {
                double bound = quotas.quota(lookup.get("user").asText(), lookup.get("clientId").asText()).bound();
                lookups.add(Json.copyOf(lookup).put("expect", bound));
            }
            quotas.initiateShutdown();
            return gave;
        }
    }

    private static Optional<ConfigEntity> entity(String name, boolean isUser) {
        if (name == null) return Optional.empty();
        if (name.equals(DEFAULT)) return Optional.of(isUser ? ClientQuotaManager.DEFAULT_USER_ENTITY : ClientQuotaManager.DEFAULT_USER_CLIENT_ID);
        return Optional.of(isUser ? new ClientQuotaManager.UserEntity(name) : new ClientQuotaManager.ClientIdEntity(name));
    }
}
