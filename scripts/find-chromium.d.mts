export function findChromium(): { readonly found: boolean; readonly executablePath: string | undefined };
