package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.metadata.authorizer.StandardAcl;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/** StandardAuthorizer: authorize and authorizeByResourceType. */
final class Acls implements Group {
    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        try (Metrics metrics = new Metrics(); StandardAuthorizer authorizer = new StandardAuthorizer()) {
            Map<String, String> configs = new HashMap<>();
            configs.put(StandardAuthorizer.SUPER_USERS_CONFIG, String.join(";", Json.strings(vector.get("superUsers"))));
            configs.put(
                StandardAuthorizer.ALLOW_EVERYONE_IF_NO_ACL_IS_FOUND_CONFIG, vector.get("allowEveryoneIfNoAclFound").asText()
            );
            authorizer.configure(configs);
            authorizer.withPluginMetrics(new PluginMetricsImpl(metrics, Map.of()));
            long id = 1;
            for (JsonNode acl : vector.get("acls")) authorizer.addAcl(new Uuid(1L, id++), acl(acl));
            authorizer.completeInitialLoad();
            ObjectNode gave = Json.object();
            ArrayNode requests = gave.putArray("requests");
            for (JsonNode request : vector.get("requests"))
                requests.add(Json.copyOf(request).put("expected", ask(authorizer, request).name()));
            return gave;
        }
    }

    private static AuthorizationResult ask(StandardAuthorizer authorizer, JsonNode request) {
        Context context = new Context(request.get("principal").asText(), request.get("host").asText(), 0, 0, "client");
        AclOperation operation = AclOperation.valueOf(request.get("operation").asText());
        if (request.has("anyResourceOfType"))
            return authorizer.authorizeByResourceType(context, operation, ResourceType.valueOf(request.get("anyResourceOfType").asText()));
        ResourcePattern resource = new ResourcePattern(
            ResourceType.valueOf(request.get("resourceType").asText()), request.get("resourceName").asText(), PatternType.LITERAL
        );
        return authorizer.authorize(context, List.of(new Action(operation, resource, 1, true, true))).get(0);
    }

    private static StandardAcl acl(JsonNode acl) {
        return new StandardAcl(
            ResourceType.valueOf(acl.get("resourceType").asText()),
            acl.get("resourceName").asText(),
            PatternType.valueOf(acl.get("patternType").asText()),
            acl.get("principal").asText(),
            acl.get("host").asText(),
            AclOperation.valueOf(acl.get("operation").asText()),
            AclPermissionType.valueOf(acl.get("permission").asText())
        );
    }
}
