/** Whether key caps should be written the Mac way. */
export const onMac: boolean = /mac|iphone|ipad/i.test(navigator.userAgent);
