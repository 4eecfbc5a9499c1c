import type { ConfigMap } from '../../scenario/Scenario.ts';

/** A Java .properties file. */
export function propertiesText(configs: ConfigMap): string {
  return Object.entries(configs)
    .map(([name, value]) => `${escapeName(name)}=${escapeValue(value)}\n`)
    .join('');
}

function escapeName(text: string): string {
  return escapeText(text).replaceAll(/[ :=#!]/g, '\\$&');
}

/** Blanks before a value would be skipped. */
function escapeValue(text: string): string {
  return escapeText(text).replace(/^ /, '\\ ');
}

function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
