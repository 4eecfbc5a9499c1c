export const settings = {
  title: 'Settings',
  theme: 'Theme',
  themes: { system: 'as the system', light: 'light', dark: 'dark' },
  motion: 'Motion',
  motions: { system: 'as the system', reduced: 'reduced' },
  singleKeys: 'Single keys',
  singleKeysChoices: { on: 'on', off: 'off' },
  singleKeysNote:
    'Single letters and signs act while the stage has the focus. Switch them off if a speech program types letters by itself.',
  stored: 'Kept in this browser only.',
};
