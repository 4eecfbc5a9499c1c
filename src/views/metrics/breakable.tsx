import { Fragment, type ReactNode } from 'react';

/** Kafka's names are long and have no spaces: a line may break where one of their parts ends. */
export function breakable(name: string): ReactNode {
  return name.split(/(?<=[.:=,-])(?=\S)/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
