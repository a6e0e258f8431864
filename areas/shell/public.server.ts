// What the shell offers to others (areas/README §3).
export { takeAuthenticatorAway } from './authenticator/authenticator.server.ts';
export { homesOf } from './home/homes-of.server.ts';
export { type NewNotice, notify } from './profile/notice.server.ts';
export { asSystem } from './session/as-system.server.ts';
export { hashPassword } from './session/hash-gate.server.ts';
export { endSessions } from './session/open-session.server.ts';
export { tellContactChanged } from './session/tell-user.server.ts';
