import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lessonCatalog } from 'virtual:lesson-catalog';
import { describe, expect, it } from 'vitest';
import { clientCode } from '../export/clientCode.ts';
import { en } from '../i18n/en/index.ts';
import { createStillSimulation } from '../views/gallery/stillSimulation.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../views/gallery/exampleFrames.ts';
import { SimulationProvider } from '../views/SimulationContext.tsx';
import { LessonView } from './LessonView.tsx';
import { parseLesson, type Lesson } from './lessonSchema.ts';

// An unknown component or a wrong id in a text fails neither types nor build, only when it is drawn: so all is drawn here.

// Whether something is hidden would be asked of every element of the page, again and again, and each step is the whole page; that is
// what the browser's tests are for.
configure({ defaultHidden: true });

const m = en.lesson;

function renderStep(slug: string, step: string) {
  const simulation = createStillSimulation(exampleFrame(EXAMPLE_FRAMES[0]!.name), {
    deeds: { advanceUntil: () => Promise.resolve(true) },
  });
  return render(
    <SimulationProvider simulation={simulation}>
      <LessonView slug={slug} step={step} clientCode={clientCode} />
    </SimulationProvider>,
  );
}

const PREDICTION = '.predict [role="radiogroup"] input';

async function lessonOf(slug: string): Promise<Lesson> {
  const entry = lessonCatalog.find((lesson) => lesson.id === slug);
  return parseLesson((await entry?.loadSteps?.())?.default, slug);
}

describe.each(lessonCatalog.map((lesson) => lesson.id))('the text of %s', (slug) => {
  it('draws every step, before and after its deed', async () => {
    const user = userEvent.setup();
    const { steps } = await lessonOf(slug);
    for (const [i, step] of steps.entries()) {
      const view = renderStep(slug, step.id);
      expect(await screen.findByText(m.stepOf(i + 1, steps.length))).toBeVisible();
      expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent(/^$/);
      const links = screen.getByRole('navigation', { name: m.steps });
      expect(links.querySelectorAll('a')).toHaveLength(steps.length);
      if (step.predict !== undefined) {
        expect(await screen.findByRole('button', { name: m.predictFirst })).toBeDisabled();
        if (step.predict.kind === 'choice')
          expect(view.container.querySelectorAll(PREDICTION)).toHaveLength(step.predict.options.length);
        await user.click(screen.getByRole('button', { name: m.showWithout }));
      }
      if (step.acts !== undefined) {
        const deed = view.container.querySelector<HTMLElement>('.lesson-foot .lesson-main');
        await waitFor(() => expect(deed).toBeEnabled());
        expect(deed).not.toHaveTextContent(/^$/);
        await user.click(view.container.querySelector<HTMLElement>('.lesson-foot .lesson-main')!);
        await screen.findByRole('button', { name: m.watch });
      }
      view.unmount();
    }
  }, 90_000);

  it('shows every fact that its steps measure', async () => {
    const entry = lessonCatalog.find((lesson) => lesson.id === slug);
    expect(entry?.stepIds).toEqual((await lessonOf(slug)).steps.map((step) => step.id));
  });
});

describe('a prediction', () => {
  it('is made with a key, and turns the button into the deed', async () => {
    const user = userEvent.setup();
    renderStep('acks-and-min-insync', 'lose-a-record');
    const answers = () =>
      within(screen.getByRole('radiogroup', { name: /What becomes/ })).getAllByRole('radio');
    await waitFor(() => expect(answers()[0]).toBeEnabled());
    act(() => answers()[0]!.focus());
    await user.keyboard('3');
    expect(answers()[2]).toBeChecked();
    await user.click(screen.getByRole('button', { name: /Kill the leader/ }));
    expect(await screen.findByText(new RegExp(m.youSaid))).toBeVisible();
  }, 60_000);
});
