#pragma once
// The kernel's error numbers, by name; 0 is success.
//
//   Errno e = Errno::kEBUSY;
//   errno_name(e);          // "EBUSY"
//   errno_meaning(e);       // "device or resource busy"

#include <optional>
#include <string_view>

namespace mountscope {

enum class Errno : int {
    kOk = 0,
    kEPERM = 1,
    kENOENT = 2,
    kEINTR = 4,
    kEIO = 5,
    kE2BIG = 7,
    kEBADF = 9,
    kECHILD = 10,
    kEAGAIN = 11,
    kENOMEM = 12,
    kEACCES = 13,
    kEFAULT = 14,
    kEBUSY = 16,
    kEEXIST = 17,
    kEXDEV = 18,
    kENODEV = 19,
    kENOTDIR = 20,
    kEISDIR = 21,
    kEINVAL = 22,
    kENFILE = 23,
    kEMFILE = 24,
    kETXTBSY = 26,
    kEFBIG = 27,
    kENOSPC = 28,
    kEROFS = 30,
    kEMLINK = 31,
    kENAMETOOLONG = 36,
    kENOSYS = 38,
    kENOTEMPTY = 39,
    kELOOP = 40,
    kEOVERFLOW = 75,
    kEUSERS = 87,
    kEOPNOTSUPP = 95,
    kETIMEDOUT = 110,
    kESTALE = 116,
    kESRCH = 3,
};

std::string_view errno_name(Errno error);                     // "ok" for success
std::string_view errno_meaning(Errno error);                  // as strerror() says it, in lower case
std::optional<Errno> errno_from_name(std::string_view name);  // not "ok"

}  // namespace mountscope
