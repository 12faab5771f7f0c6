/** Names for one machine or one network, of which no public domain is made (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL = /^[^.]+$|(?:^|\.)(?:localhost|local|test|example|invalid|lan|internal|home\.arpa)$/;

/** Whether nobody outside a machine or a network can reach this host by its name. @param host in lower case */
export const isLocalName = (host: string): boolean => LOCAL.test(host);
