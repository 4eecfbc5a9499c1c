import { useMessages } from '../ui/messages.tsx';
import { HeroStill } from './HeroStill.tsx';

/** The picture of the home page: a real cluster, running; a still of it until it runs. */
export function Hero() {
  const m = useMessages().home;
  return <HeroStill label={m.heroAlt} />;
}
