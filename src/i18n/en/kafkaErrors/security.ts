import type { ErrorText } from './ErrorText.ts';

const THROWN = 'It is thrown, and not tried again.';
const acl = (operation: string, resource: string) =>
  `Ask for the ACL: kafka-acls.sh --add --allow-principal User:… --operation ${operation} ${resource}. The broker’s kafka-authorizer.log says who was denied what.`;

/** Errors of who is who, and who may do what. */
export const security = {
  TOPIC_AUTHORIZATION_FAILED: {
    means: 'The principal may not do this with the topic.',
    when: 'Produce needs Write, Fetch needs Read, Metadata needs Describe. Who may not even Describe a topic is told UNKNOWN_TOPIC_OR_PARTITION in some answers.',
    client: THROWN,
    fix: acl('Read or Write', '--topic …'),
  },
  GROUP_AUTHORIZATION_FAILED: {
    means: 'The principal may not use the group.',
    when: 'Joining, committing and fetching offsets need Read on the group.',
    client: THROWN,
    fix: acl('Read', '--group …'),
  },
  CLUSTER_AUTHORIZATION_FAILED: {
    means: 'The principal may not do this with the cluster.',
    when: 'Administration, requests between servers, and InitProducerId before 2.8 without IdempotentWrite.',
    client: THROWN,
    fix: acl('Alter, Create or ClusterAction', '--cluster'),
  },
  DELEGATION_TOKEN_AUTHORIZATION_FAILED: {
    means: 'The principal may not describe this token.',
    when: 'DescribeDelegationToken.',
    client: THROWN,
    fix: acl('Describe', '--delegation-token …'),
  },
  UNSUPPORTED_SASL_MECHANISM: {
    means: 'The broker does not offer the SASL mechanism that the client asks for.',
    when: 'SaslHandshake, before anything else on a connection.',
    client: 'The connection fails with the exception; it is not tried again.',
    fix: 'Compare sasl.mechanism of the client with sasl.enabled.mechanisms of the listener. The answer lists what is offered.',
  },
  ILLEGAL_SASL_STATE: {
    means: 'The request is out of its turn in SASL.',
    when: 'An ordinary request before authentication is done, or SASL on a listener without it.',
    client: 'The connection fails.',
    fix: 'Check security.protocol against the listener.',
  },
  SASL_AUTHENTICATION_FAILED: {
    means: 'Name, password, token or ticket were not accepted.',
    when: 'SaslAuthenticate.',
    client: 'SaslAuthenticationException is thrown, and not tried again.',
    fix: 'Check the credentials; for SCRAM that they exist on this cluster, for OAuth the clock and the issuer.',
  },
  SECURITY_DISABLED: {
    means: 'There is no authorizer, so there are no ACLs to change or show.',
    when: 'CreateAcls, DescribeAcls, DeleteAcls.',
    client: THROWN,
    fix: 'Set authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer on all servers.',
  },
  DELEGATION_TOKEN_AUTH_DISABLED: {
    means: 'Delegation tokens are off.',
    when: 'CreateDelegationToken and its like.',
    client: THROWN,
    fix: 'Set delegation.token.secret.key on all servers.',
  },
  DELEGATION_TOKEN_NOT_FOUND: {
    means: 'There is no such token.',
    when: 'RenewDelegationToken, ExpireDelegationToken.',
    client: THROWN,
    fix: 'Create a new one.',
  },
  DELEGATION_TOKEN_OWNER_MISMATCH: {
    means: 'The principal is neither owner nor renewer of the token.',
    when: 'RenewDelegationToken, ExpireDelegationToken.',
    client: THROWN,
    fix: 'Ask as the owner.',
  },
  DELEGATION_TOKEN_REQUEST_NOT_ALLOWED: {
    means: 'Tokens cannot be asked for over this connection.',
    when: 'On PLAINTEXT, on SSL without a client’s certificate, and on connections that were themselves made with a token.',
    client: THROWN,
    fix: 'Ask over SASL, or SSL with a certificate.',
  },
  DELEGATION_TOKEN_EXPIRED: {
    means: 'The token’s time is over.',
    when: 'Renewing or using it after its expiry or delegation.token.max.lifetime.ms.',
    client: THROWN,
    fix: 'Create a new one, and renew it in time.',
  },
  INVALID_PRINCIPAL_TYPE: {
    means: 'This kind of principal cannot own or renew a token.',
    when: 'CreateDelegationToken with others than User.',
    client: THROWN,
    fix: 'Name a User.',
  },
  UNACCEPTABLE_CREDENTIAL: {
    means: 'The SCRAM credential does not meet what Kafka asks for.',
    when: 'AlterUserScramCredentials with too few or too many iterations, or an empty name.',
    client: THROWN,
    fix: 'Use between 4096 and 16384 iterations.',
  },
  PRINCIPAL_DESERIALIZATION_FAILURE: {
    means: 'The controller could not read for whom a broker forwards a request.',
    when: 'Envelope, when principal.builder.class differs between servers.',
    client: THROWN,
    fix: 'Use one principal.builder.class everywhere.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
