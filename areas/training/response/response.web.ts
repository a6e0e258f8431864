export const responseLoads = {
  '/trainer-led/join/{referenceID}': () => import('./join-meeting.tsx').then((s) => s.JoinMeeting),
  '/teacher-training/{referenceID}': () => import('./invite-page.tsx').then((s) => s.InvitePage),
} as const;
