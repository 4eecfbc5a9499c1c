/**
 * What a JSON value must look like, as data: the one source that the checker and the shipped JSON Schema are both made from.
 * It knows nothing of scenarios. `about` is the description that editors show.
 */
export type Shape = { readonly about?: string } & (
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Field>> }
  /** An object whose keys are data: partitions, node ids. */
  | { readonly kind: 'map'; readonly keys: 'number'; readonly of: Shape }
  | {
      readonly kind: 'list';
      readonly of: Shape;
      readonly most?: number;
      readonly exactly?: number;
      readonly distinct?: boolean;
    }
  /** One of several objects, told apart by the text in `tag`. `shared` are the fields of all. */
  | {
      readonly kind: 'variant';
      readonly tag: string;
      readonly shared: Readonly<Record<string, Field>>;
      readonly options: Readonly<Record<string, Readonly<Record<string, Field>>>>;
    }
  | {
      readonly kind: 'text';
      readonly form:
        | 'text'
        | 'topic name'
        | 'partition'
        | 'client.id'
        | 'title'
        | 'description'
        | 'web address'
        | 'currency';
      readonly pattern: string;
      readonly longest: number;
    }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | {
      readonly kind: 'quantity';
      readonly of: 'time' | 'fine time' | 'negative time' | 'size' | 'rate' | 'bandwidth';
    }
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'configs'; readonly place: 'topic' | 'broker' | 'producer' | 'consumer' }
  | { readonly kind: 'nullable'; readonly of: Shape }
);

export interface Field {
  readonly shape: Shape;
  readonly required: boolean;
}

/** An object with exactly the keys of `T`: a key that the type has and the shape has not (or the other way) does not compile. */
export function objectShape<T>(about: string, fields: FieldsOf<T>): Shape {
  return { kind: 'object', about, fields };
}

export type FieldsOf<T> = { readonly [K in keyof T]-?: Field };

export function required(shape: Shape, about?: string): Field {
  return { shape: about === undefined ? shape : { ...shape, about }, required: true };
}

export function optional(shape: Shape, about?: string): Field {
  return { shape: about === undefined ? shape : { ...shape, about }, required: false };
}

export function listOf(
  of: Shape,
  limits: { readonly most?: number; readonly exactly?: number; readonly distinct?: boolean } = {},
): Shape {
  return { kind: 'list', of, ...limits };
}

export function nullable(of: Shape): Shape {
  return { kind: 'nullable', of };
}

export function integer(min: number, max: number): Shape {
  return { kind: 'integer', min, max };
}
