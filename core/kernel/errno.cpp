#include "core/kernel/errno.hpp"

namespace mountscope {

namespace {

struct Entry {
    Errno error;
    std::string_view name;
    std::string_view meaning;
};

constexpr Entry kEntries[] = {
    {Errno::kOk, "ok", "success"},
    {Errno::kEPERM, "EPERM", "operation not permitted"},
    {Errno::kENOENT, "ENOENT", "no such file or directory"},
    {Errno::kESRCH, "ESRCH", "no such process"},
    {Errno::kEINTR, "EINTR", "interrupted system call"},
    {Errno::kEIO, "EIO", "input/output error"},
    {Errno::kE2BIG, "E2BIG", "argument list too long"},
    {Errno::kEBADF, "EBADF", "bad file descriptor"},
    {Errno::kECHILD, "ECHILD", "no child processes"},
    {Errno::kEAGAIN, "EAGAIN", "resource temporarily unavailable"},
    {Errno::kENOMEM, "ENOMEM", "cannot allocate memory"},
    {Errno::kEACCES, "EACCES", "permission denied"},
    {Errno::kEFAULT, "EFAULT", "bad address"},
    {Errno::kEBUSY, "EBUSY", "device or resource busy"},
    {Errno::kEEXIST, "EEXIST", "file exists"},
    {Errno::kEXDEV, "EXDEV", "invalid cross-device link"},
    {Errno::kENODEV, "ENODEV", "no such device"},
    {Errno::kENOTDIR, "ENOTDIR", "not a directory"},
    {Errno::kEISDIR, "EISDIR", "is a directory"},
    {Errno::kEINVAL, "EINVAL", "invalid argument"},
    {Errno::kENFILE, "ENFILE", "too many open files in system"},
    {Errno::kEMFILE, "EMFILE", "too many open files"},
    {Errno::kETXTBSY, "ETXTBSY", "text file busy"},
    {Errno::kEFBIG, "EFBIG", "file too large"},
    {Errno::kENOSPC, "ENOSPC", "no space left on device"},
    {Errno::kEROFS, "EROFS", "read-only file system"},
    {Errno::kEMLINK, "EMLINK", "too many links"},
    {Errno::kENAMETOOLONG, "ENAMETOOLONG", "file name too long"},
    {Errno::kENOSYS, "ENOSYS", "function not implemented"},
    {Errno::kENOTEMPTY, "ENOTEMPTY", "directory not empty"},
    {Errno::kELOOP, "ELOOP", "too many levels of symbolic links"},
    {Errno::kEOVERFLOW, "EOVERFLOW", "value too large for defined data type"},
    {Errno::kEUSERS, "EUSERS", "too many users"},
    {Errno::kEOPNOTSUPP, "EOPNOTSUPP", "operation not supported"},
    {Errno::kETIMEDOUT, "ETIMEDOUT", "connection timed out"},
    {Errno::kESTALE, "ESTALE", "stale file handle"},
};

}  // namespace

std::string_view errno_name(Errno error) {
    for (const Entry& entry : kEntries) {
        if (entry.error == error) return entry.name;
    }
    return "E?";
}

std::string_view errno_meaning(Errno error) {
    for (const Entry& entry : kEntries) {
        if (entry.error == error) return entry.meaning;
    }
    return "unknown error";
}

std::optional<Errno> errno_from_name(std::string_view name) {
    for (const Entry& entry : kEntries) {
        if (entry.name == name && entry.error != Errno::kOk) return entry.error;
    }
    return std::nullopt;
}

}  // namespace mountscope
