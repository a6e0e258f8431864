// For the frame, which fetches this only where something of an audit waits on the device.
export { AuditsHere } from './runner/audits-here.tsx';
export { sendAudits } from './runner/send-audits.web.ts';
