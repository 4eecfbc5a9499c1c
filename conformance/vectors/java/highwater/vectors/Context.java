package highwater.vectors;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.utils.SecurityUtils;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** Who asks, and from where. */
record Context(String user, String host, int apiKey, int apiVersion, String clientId) implements AuthorizableRequestContext {
    @Override
    public String listenerName() {
        return "PLAINTEXT";
    }

    @Override
    public SecurityProtocol securityProtocol() {
        return SecurityProtocol.PLAINTEXT;
    }

    @Override
    public KafkaPrincipal principal() {
        return SecurityUtils.parseKafkaPrincipal(user);
    }

    @Override
    public InetAddress clientAddress() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException notAnAddress) {
            throw new IllegalArgumentException(notAnAddress);
        }
    }

    @Override
    public int requestType() {
        return apiKey;
    }

    @Override
    public int requestVersion() {
        return apiVersion;
    }

    @Override
    public int correlationId() {
        return 0;
    }
}
