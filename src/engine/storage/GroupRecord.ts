/** What a record of `__consumer_offsets` says of a group whose coordinator assigns; null: nothing any more. */
export interface OfGroup<Kind extends string, Value> {
  readonly kind: Kind;
  readonly key: { readonly groupId: string };
  readonly value: Value | null;
}

/** The same of one of its members. */
export interface OfMember<Kind extends string, Value> {
  readonly kind: Kind;
  readonly key: { readonly groupId: string; readonly memberId: string };
  readonly value: Value | null;
}
