// What members of a group tell each other stands in records of groups too.
export * from '../../shared/consumerProtocol.ts';
