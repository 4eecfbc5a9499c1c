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
  room: 'Room mode',
  roomChoices: { on: 'on', off: 'off' },
  roomNote: 'For a projector: type larger by 60 %, strong lines, no palette, a ring around the pointer.',
  sound: 'Sound',
  soundChoices: { on: 'on', off: 'off' },
  soundNote:
    'A low tone while the partition in the picture is under min ISR: as high as what is not committed, from the side of its leader. Words say the same.',
  stored: 'Kept in this browser only.',
};
