import type { EntityKey } from '../../bridge/frame.ts';
import type { ClusterModel } from '../clusterModel.ts';
import { ControllerCard } from './ControllerCard.tsx';
import type { Box } from './layoutStage.ts';
import { cardProps, type StageCards } from './StageCards.ts';

/** A card for every controller that has a place. */
export function Controllers({
  boxes,
  controllers,
  card,
}: {
  readonly boxes: ReadonlyMap<EntityKey, Box>;
  readonly controllers: ClusterModel['controllers'];
  readonly card: StageCards;
}) {
  return controllers.map((controller) => {
    const box = boxes.get(controller.key);
    return box === undefined ? null : (
      <ControllerCard
        key={controller.key}
        {...cardProps(card, controller.key, box)}
        controller={controller}
      />
    );
  });
}
