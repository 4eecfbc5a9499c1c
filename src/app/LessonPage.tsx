export function LessonPage(_props: { slug: string; step: string | null }) {
  return null;
}
